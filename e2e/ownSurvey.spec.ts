import type { Page } from "@playwright/test";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { mailedLink } from "./mail.ts";
import { bearer } from "./people.ts";
import { sidewaysScroll } from "./sidewaysScroll.ts";
import { demoSurvey, makeInvitedSurvey } from "./surveys.ts";

const QUESTION = "Test: Should the choir sing in the square on New Year's Eve?";
/** A small phone, in the browser with its bars. */
const SMALL = { width: 390, height: 664 };

/** The button or link for the next step of the survey, which is in view on a phone without scrolling. */
async function nextStep(page: Page, role: "button" | "link", name: string) {
  const found = page.getByRole("region", { name: "Next step" }).getByRole(role, { name });
  await expect(found).toBeInViewport({ ratio: 1 });
  return found;
}

test("an owner adds people, sends links, reminds, closes and announces the outcome, all on the page of the survey @phone", async ({
  sharedPage,
  newSessionPage,
  request,
  tokenFor,
}) => {
  test.setTimeout(120_000);
  const [surveyor, admin] = [bearer(await tokenFor("surveyor")), bearer(await tokenFor("admin"))];
  const id = await makeInvitedSurvey(request, surveyor, QUESTION);
  await expect(await request.patch(`/api/surveys/${id}/status`, { headers: admin, data: { status: 2 } })).toBeOK();
  const [nora, omar] = [`nora-${id.slice(-8)}@example.org`, `omar-${id.slice(-8)}@example.org`];
  const page = await sharedPage("surveyor");
  await page.setViewportSize(SMALL);

  await test.step("the owner's list of surveys leads to it", async () => {
    await page.goto("/dashboard/surveyor/surveys");
    await page.locator(`a[href="/dashboard/surveys/${id}"]`).click();
    await expect(page.getByRole("heading", { level: 1, name: `${QUESTION} Result` })).toBeFocused();
    await checkAxe(page);
  });

  await test.step("adds the people", async () => {
    await (await nextStep(page, "link", "Add the people who can vote")).click();
    await expect(page.getByRole("heading", { level: 1, name: `${QUESTION} People` })).toBeFocused();
    await expect(page.getByRole("link", { name: "People", exact: true })).toHaveAttribute("aria-current", "page");
    await page.getByLabel("Names and email addresses").fill(`Nora, ${nora}\nOmar, ${omar}`);
    await page.getByRole("button", { name: "Check the list" }).click();
    await page.getByRole("button", { name: "Add 2 people" }).click();
    await expect(page.getByText("2 people added.")).toBeVisible();
  });

  await test.step("sends the links", async () => {
    await page.evaluate(() => scrollTo(0, 0));
    await (await nextStep(page, "button", "Send 2 links")).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send 2 links" }).click();
    await checkAxe(page);
    await nextStep(page, "button", "Remind 2");
    const invited = await mailedLink({ request }, nora, `Sam Surveyor asks: ${QUESTION}`);
    const voter = await newSessionPage();
    await voter.goto(invited);
    await voter.getByRole("radio", { name: "Yes" }).check();
    await voter.getByRole("button", { name: "Vote Yes", exact: true }).click();
    await expect(voter.getByText("You voted as Nora.")).toBeVisible();
  });

  await test.step("reminds the one who has not voted", async () => {
    await page.reload();
    await expect(page.getByRole("region", { name: "Next step" })).toContainText("1 of 2 voted.");
    await (await nextStep(page, "button", "Remind 1")).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send a reminder" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await mailedLink({ request }, omar, `You can still vote: ${QUESTION}`);
  });

  await test.step("closes, and announces the outcome", async () => {
    await (await nextStep(page, "button", "Close voting")).click();
    await page.getByRole("dialog").getByRole("button", { name: "Close voting" }).click();
    await (await nextStep(page, "button", "Announce the outcome")).click();
    const dialog = page.getByRole("dialog", { name: "What was decided" });
    await dialog.getByLabel("What did you decide?").fill("The choir sings at nine.");
    await checkAxe(page);
    await dialog.getByRole("button", { name: "Publish the outcome" }).click();
    await nextStep(page, "link", "Share the result");
    await page.getByRole("link", { name: "Result", exact: true }).click();
    await expect(page.getByText("The choir sings at nine.")).toBeVisible();
    await checkAxe(page);
    expect(await sidewaysScroll(page)).toBe(0);
  });
});

test("from the owner's first page, a closed survey's outcome is announced with three presses", async ({
  sharedPage,
  request,
  tokenFor,
}) => {
  const [surveyor, admin] = [bearer(await tokenFor("surveyor")), bearer(await tokenFor("admin"))];
  const { image } = await demoSurvey(request, "running");
  const data = { Title: "Test: Is it announced quickly?", category: "Cleaning Tools", image };
  const created = await request.post("/api/surveysForm", { headers: surveyor, data });
  const { insertedId: id } = (await created.json()) as { insertedId: string };
  await expect(await request.patch(`/api/surveys/${id}/status`, { headers: admin, data: { status: 2 } })).toBeOK();
  const vote = { SurveyID: id, vote: 1 };
  await expect(await request.post("/api/serveyVoting", { headers: admin, data: vote })).toBeOK();
  await expect(await request.post(`/api/surveys/${id}/close`, { headers: surveyor })).toBeOK();

  const page = await sharedPage("surveyor");
  await page.setViewportSize(SMALL);
  await page.goto("/dashboard/adminHome");
  await page.getByRole("main").getByRole("link", { name: data.Title }).click();
  await (await nextStep(page, "button", "Announce the outcome")).click();
  await page.getByLabel("What did you decide?").fill("Quickly.");
  await page.getByRole("button", { name: "Publish the outcome" }).click();
  await nextStep(page, "link", "Share the result");
});

test("a former URL in an email that was sent leads to the list", async ({ request }) => {
  const response = await request.get("/dashboard/surveyor/invitations/abc-123?from=mail", { maxRedirects: 0 });
  expect(response.status()).toBe(301);
  expect(response.headers().location).toBe("/dashboard/surveys/abc-123/people");
});
