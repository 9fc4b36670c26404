import type { Page } from "@playwright/test";
import { isNightly } from "../tools/test/testFiles.ts";
import { expect, test } from "./fixtures.ts";
import { bearer } from "./people.ts";
import { demoSurvey } from "./surveys.ts";

const DEADLINE = new Date(Date.now() + 5 * 24 * 3600_000).toISOString();
/** Every privacy and every result, with the settings that take the most room. */
const SETTINGS = {
  "usual settings": {},
  "result after the vote": { results: "afterVote", unsure: true },
  "result at the end": { results: "afterClose", deadline: DEADLINE, changeable: true, unsure: true },
  confidential: { results: "afterClose", deadline: DEADLINE, privacy: "confidential", unsure: true },
  secret: { results: "afterClose", deadline: DEADLINE, privacy: "secret", unsure: true },
} as const;
/**
 * Questions of one to three lines on a phone. At night all settings are tried with each of them, otherwise with the
 * longest.
 */
const QUESTIONS = [
  "Test: A new boat?",
  "Test: Shall the sailing club buy a new boat this winter?",
  "Test: Shall the sailing club buy a new boat this winter, with the reserve that it has saved over two years?",
];
const DESCRIPTION =
  "The old dinghy leaks, and its repair would cost half as much as a new boat.\nA new one costs 4,200 euros, paid from the " +
  "reserve. Yes means that the board orders it in January.";
const PHONES = [
  { width: 390, height: 664 },
  { width: 360, height: 640 },
] as const;

// Measured on the smallest phones in use, because not everyone finds what they have to scroll to.
for (const reader of ["visitor", "user", "invited person", "person on the list of an unreviewed survey"] as const)
  test(`every ${reader} sees both answers and the button of every survey without scrolling on a phone`, async ({
    newSessionPage,
    sharedPage,
    request,
    tokenFor,
  }) => {
    test.setTimeout(120_000);
    const page = reader === "user" ? await sharedPage("user") : await newSessionPage();
    const isUnreviewed = reader === "person on the list of an unreviewed survey";
    const [headers, admin] = [
      bearer(await tokenFor(isUnreviewed ? "user" : "surveyor")),
      bearer(await tokenFor("admin")),
    ];
    const image = isUnreviewed ? "/categories/cleaning-tools.svg" : (await demoSurvey(request, "running")).image;
    const electorate = reader === "visitor" || reader === "user" ? "everyone" : "invited";
    for (const [index, [name, settings]] of Object.entries(SETTINGS).entries())
      for (const Title of isNightly || index === 0 ? QUESTIONS : QUESTIONS.slice(-1)) {
        const data = { Title, Description: DESCRIPTION, category: "Cleaning Tools", image, electorate, ...settings };
        const created = await request.post(`/api/${isUnreviewed ? "unlisted-surveys" : "surveysForm"}`, {
          headers,
          data,
        });
        await expect(created).toBeOK();
        const { insertedId: id } = (await created.json()) as { insertedId: string };
        let address = `/surveydetails/${id}`;
        if (electorate === "invited") {
          await request.post(`/api/surveys/${id}/invitations/codes/allow`, { headers: admin });
          const codes = await request.post(`/api/surveys/${id}/invitations/codes`, { headers, data: { count: 1 } });
          await expect(codes).toBeOK();
          address = `/i#${((await codes.json()) as { code: string }[])[0]?.code}`;
        }
        if (electorate === "everyone")
          await expect(
            await request.patch(`/api/surveys/${id}/status`, { headers: admin, data: { status: 2 } }),
          ).toBeOK();
        await page.setViewportSize(PHONES[0]);
        await page.goto(address);
        for (const size of PHONES) {
          await page.setViewportSize(size);
          await expectInView(page, reader === "visitor", `${name}, ${Title.length} characters, ${size.width} px`);
        }
        // A user has at most three open ones.
        if (isUnreviewed) {
          await page.goto("about:blank");
          await expect(await request.delete(`/api/surveys/${id}`, { headers })).toBeOK();
        }
      }
  });

/** Picks an answer as soon as it is shown, and expects everything that a vote needs above the fold. */
async function expectInView(page: Page, isVisitor: boolean, what: string): Promise<void> {
  const panel = page.getByRole("region", { name: "Result and vote" });
  for (const answer of ["Yes", "No"])
    await expect(panel.getByRole("radio", { name: answer, exact: true }), `${what}: ${answer}`).toBeInViewport({
      ratio: 1,
    });
  await panel.getByRole("radio", { name: "Yes" }).check();
  const button = isVisitor
    ? panel.getByRole("link", { name: "Sign up with email" })
    : panel.getByRole("button", { name: "Vote Yes" });
  await expect(button, `${what}: the button`).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => scrollY), what).toBe(0);
}
