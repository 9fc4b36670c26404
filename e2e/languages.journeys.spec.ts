import { directionOf, offeredLanguages } from "@survey-app/texts/languages.ts";
import { newcomer } from "./accounts.ts";
import { catalogText } from "./catalogTexts.ts";
import { expect, test } from "./fixtures.ts";
import { loneStops } from "./loneStops.ts";
import { mailedLink } from "./mail.ts";
import { bearer, signIn } from "./people.ts";
import { phone } from "./phone.ts";
import { demoSurvey, makeInvitedSurvey } from "./surveys.ts";

for (const language of ["de", "ar"] as const) {
  const say = (name: string, values?: Record<string, string>) => catalogText(language, name, values);
  const yes = say("uiTexts.yes");
  const no = say("uiTexts.no");

  test.describe(`in the language ${language} on a phone`, () => {
    test.use({ ...phone, locale: language });

    test("a new user votes, changes a vote and asks a question", async ({ page, context, publishSurvey }) => {
      const id = await publishSurvey({ changeable: true });
      await newcomer(context, "Nora Newcomer");
      await page.goto(`/surveydetails/${id}`);
      await expect(page.locator("html")).toHaveAttribute("dir", directionOf(language));
      await page.getByRole("radio", { name: yes, exact: true }).check();
      await page.getByRole("button", { name: say("voteTexts.voteFor", { choice: yes }), exact: true }).click();
      await expect(page.getByText(say("voteTexts.counted"))).toBeVisible();
      await page.getByRole("button", { name: say("voteTexts.change"), exact: true }).click();
      await page.getByRole("radio", { name: no, exact: true }).check();
      await page.getByRole("button", { name: say("voteTexts.changeTo", { answer: no }), exact: true }).click();
      await expect(page.getByText(say("voteTexts.isChanged"))).toBeVisible();

      await page.goto("/ask");
      await page.getByRole("textbox", { name: say("askTexts.title.label") }).fill("Test: Können wir das? هل نستطيع؟");
      await page.getByRole("radio", { name: say("askStateTexts.cards.open.label") }).check();
      await page.getByLabel(say("surveyTexts.category")).selectOption({ index: 1 });
      await page.getByRole("button", { name: say("askTexts.submit.review"), exact: true }).click();
      await expect(page.getByRole("heading", { name: say("askTexts.request.waiting.title") })).toBeVisible();
    });

    test("the form of a survey keeps the times of day, which inputs only take as HH:MM", async ({
      newSessionPage,
      publishSurvey,
    }) => {
      const deadline = new Date(Date.now() + 86_400_000).toISOString().replace(/T.*/, "T09:05:00Z");
      const id = await publishSurvey({ deadline });
      const owner = await newSessionPage();
      await signIn(owner.context(), "surveyor");
      await owner.goto(`/dashboard/surveyor/update/${id}`);
      await expect(owner.getByLabel(say("surveyTexts.endTime"))).toHaveValue(/^\d\d:05$/);
    });

    test("a user pays with a card", async ({ page, context }) => {
      await newcomer(context, "Petra Payer");
      await page.goto("/payment");
      await page.getByLabel(say("paymentTexts.cardNumber")).fill("4242424242424242");
      await page.getByLabel(say("paymentTexts.expiry")).fill(`12/${(new Date().getUTCFullYear() + 3) % 100}`);
      await page.getByLabel(say("paymentTexts.cvc")).fill("123");
      const price = new RegExp(say("paymentTexts.payPrice", { price: ".*12[.,]00.*" }));
      await page.getByRole("button", { name: price }).click();
      await expect(page.getByRole("region", { name: say("paymentTexts.becamePro") })).toBeFocused();
    });

    test("an invited person votes without an account", async ({ page, request, tokenFor, newSessionPage }) => {
      const headers = bearer(await tokenFor("surveyor"));
      const admin = bearer(await tokenFor("admin"));
      const Title = `Test: Should we replace the lift (${language})?`;
      const id = await makeInvitedSurvey(request, headers, Title);
      const email = `nora-${id.slice(-8)}@example.org`;
      const list = {
        rows: [{ email, label: "Nora" }, { label: "Code 7" }, { label: "Code 7a" }],
        ticket: "a".repeat(32),
      };
      await expect(await request.post(`/api/surveys/${id}/invitations`, { headers, data: list })).toBeOK();
      await expect(await request.patch(`/api/surveys/${id}/status`, { headers: admin, data: { status: 2 } })).toBeOK();
      await expect(await request.post(`/api/surveys/${id}/invitations/send`, { headers })).toBeOK();
      await page.goto(await mailedLink({ request }, email, `Sam Surveyor asks: ${Title}`));
      await page.getByRole("radio", { name: yes, exact: true }).check();
      await page.getByRole("button", { name: say("voteTexts.voteFor", { choice: yes }), exact: true }).click();
      const [before = "", after = ""] = say("voteTexts.votedAs").split("<who/>");
      await expect(page.getByText(`${before}Nora${after}`)).toBeVisible();
      // In the owner's list, the server's name for a code is in the page's language.
      const owner = await newSessionPage();
      await signIn(owner.context(), "surveyor");
      await owner.goto(`/dashboard/surveys/${id}/people`);
      for (const name of ["Nora", say("nameTexts.code", { number: "7" }), "Code 7a"])
        await expect(owner.getByRole("row").getByText(name, { exact: true })).toBeVisible();
    });
  });
}

test("the full stop after a day with its time never begins a line", async ({ page }) => {
  const { _id } = await demoSurvey(page.request, "running");
  await page.goto(`/surveydetails/${_id}`);
  const end = page.locator("time", { hasText: ":" }).first();
  // The end of a separate sentence, in the page's language.
  await end.evaluate((time) => {
    const sentence = document.createElement("p");
    sentence.append("The deadline was moved to ", time.cloneNode(true), ". Voting goes on.");
    document.querySelector("main")?.append(sentence);
  });
  const broken = async () => {
    const found: string[] = [];
    for (let width = 320; width <= 380; width += 1) {
      await page.setViewportSize({ width, height: 800 });
      found.push(...(await loneStops(page)));
    }
    return found;
  };
  expect(await broken()).toEqual([]);
  // If a time is a box of its own, its full stop goes to the next line at some width, so the check must find it.
  await page.evaluate(() => {
    for (const time of document.querySelectorAll("time")) time.style.display = "inline-block";
  });
  expect(await broken()).not.toEqual([]);
});

test.describe("on an Arabic page", () => {
  test.use({ locale: "ar" });

  test("an English question begins where the page's column does, and says its language", async ({ page }) => {
    const { _id, Title, Description } = await demoSurvey(page.request, "running");
    await page.goto(`/surveydetails/${_id}`);
    const title = page.getByRole("heading", { level: 1, name: Title });
    const description = page.locator("p", { hasText: Description.slice(0, 30) });
    for (const text of [title, description]) {
      await expect(text).toHaveAttribute("lang", "en");
      // The right edges of its words and of the column with the Arabic line about the question's owner.
      const edges = await text.evaluate((element) => {
        const words = document.createRange();
        words.selectNodeContents(element);
        const column = element.closest("main")?.querySelector("header") ?? element.parentElement;
        return [words.getBoundingClientRect().right, column?.getBoundingClientRect().right ?? 0];
      });
      expect(Math.abs((edges[0] ?? 0) - (edges[1] ?? 0))).toBeLessThan(12);
    }
  });

  test("the list of languages stays in the window of any phone", async ({ page }) => {
    await page.goto("/contact");
    await page.locator("footer summary").click();
    const links = page.locator("footer details a");
    await expect(links).toHaveCount(offeredLanguages.length);
    for (let width = 320; width <= 430; width += 5) {
      await page.setViewportSize({ width, height: 700 });
      const outside = await links.evaluateAll(
        (all) =>
          all.filter((each) => {
            const { left, right } = each.getBoundingClientRect();
            return left < 0 || right > document.documentElement.clientWidth;
          }).length,
      );
      expect(outside, `at ${width} px`).toBe(0);
    }
  });
});
