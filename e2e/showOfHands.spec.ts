import type { Page } from "@playwright/test";
import { PHONE } from "./adaptations.ts";
import { checkAxe } from "./checkAxe.ts";
import { Effort } from "./effort.ts";
import { expect, test } from "./fixtures.ts";
import { signIn } from "./people.ts";
import { questionField } from "./questionField.ts";
import { scanQrCode } from "./scanQrCode.ts";
import { makeLinkSurvey, voteByLink } from "./surveys.ts";

const CLAIM = "Open link: one vote per browser, not verified.";

const panelOf = (page: Page) => page.getByRole("region", { name: "Result and vote" });

test("from Ask a question to a phone that voted through the code on the wall: 6 presses and 1 field at most", async ({
  newSessionPage,
}) => {
  const host = await newSessionPage();
  await signIn(host.context(), "surveyor");
  const by = new Effort();
  await host.goto("/");
  const began = Date.now();
  await by.press(host.getByRole("banner").getByRole("link", { name: "Ask a question" }));
  await by.fill(questionField(host), "Test: Shall we take a break now?");
  await by.press(host.getByText("Result", { exact: true }));
  await by.press(host.getByRole("radio", { name: "While people vote" }));
  await by.press(host.getByRole("button", { name: "Publish" }));
  await by.press(host.getByRole("link", { name: "Show on the screen" }));
  await expect(host.getByText(CLAIM)).toBeVisible();
  await expect(host.getByRole("checkbox", { name: "We're all in one room" })).toBeChecked();

  const phone = await newSessionPage();
  await phone.setViewportSize(PHONE);
  const picture = await host.getByRole("img", { name: /^QR code/ }).screenshot();
  await phone.goto(String(await scanQrCode(host, picture, "image/png")));
  await phone.getByRole("radio", { name: "Yes", exact: true }).click();
  await phone.getByRole("button", { name: "Vote Yes" }).click();
  await expect(panelOf(phone).getByRole("heading", { name: "You voted Yes" })).toBeVisible();
  process.stdout.write(`  ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
  await expect(panelOf(phone).getByText(CLAIM)).toBeVisible();
  await expect(host.getByText("person has voted").first()).toBeVisible();
  await by.press(host.getByRole("button", { name: /^Show result/ }));
  await expect(host.getByText("Yes leads, 1 to 0").first()).toBeVisible();
  await expect(host.getByText(CLAIM)).toBeVisible();
  by.expectAtMost({ presses: 6, fields: 1 });
  await checkAxe(host);
  await checkAxe(phone);

  // The vote belongs to the browser, also after a reload; another browser has its own.
  await phone.reload();
  await expect(panelOf(phone).getByRole("heading", { name: "You voted Yes" })).toBeVisible();
  const other = await newSessionPage();
  await other.goto(phone.url());
  await expect(panelOf(other).getByRole("button", { name: "Vote", exact: true })).toBeVisible();
});

test("the shown result and the line about its voters are above the keys of a presentation on 1280 × 720", async ({
  newSessionPage,
  request,
  tokenFor,
}) => {
  const title = "Test: Shall we take a break before the last part of today's meeting?";
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), title, { unsure: true });
  const host = await newSessionPage();
  await signIn(host.context(), "surveyor");
  await host.setViewportSize({ width: 1280, height: 720 });
  await host.goto(`/surveys/${id}/present`);
  await host.getByRole("button", { name: /^Show result/ }).click();
  const claim = await host.getByText(CLAIM).boundingBox();
  const key = await host.getByRole("button", { name: /^Hide result/ }).boundingBox();
  expect((claim?.y ?? 0) + (claim?.height ?? 0)).toBeLessThanOrEqual(key?.y ?? 0);
  await expect(host.getByRole("button", { name: /^Hide result/ })).toBeInViewport({ ratio: 1 });
});

test.describe("a survey by open link", () => {
  test("takes votes without JavaScript, in two presses, and keeps the choice where cookies are refused", async ({
    browser,
    server: { url: baseURL },
    request,
    tokenFor,
  }) => {
    const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Is it by link?");
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE, baseURL });
    const page = await context.newPage();
    await page.goto(`/surveydetails/${id}`);
    await page.getByRole("radio", { name: "No", exact: true }).check();
    await page.getByRole("button", { name: "Vote", exact: true }).click();
    await expect(page.getByRole("heading", { name: "You picked No" })).toBeVisible();
    await context.clearCookies();
    await page.getByRole("button", { name: "Vote No" }).click();
    await expect(page.getByText("Your browser is blocking cookies for this site")).toBeVisible();
    await page.getByRole("button", { name: "Vote No" }).click();
    await expect(page.getByRole("heading", { name: "You voted No" })).toBeVisible();
    await expect(page.getByText("Your vote is counted.")).toBeVisible();
    const results = await request.get(`/api/surveys/${id}/results`);
    expect(await results.json()).toMatchObject({ participants: 1, yesVotes: 0 });
    await context.close();
  });
});

test("a room moves on: N opens the next question, phones follow, and people who missed one find the way back", async ({
  newSessionPage,
  request,
  tokenFor,
}) => {
  const token = await tokenFor("surveyor");
  const [first, second] = [
    await makeLinkSurvey(request, token, "Test: Is it the first?"),
    await makeLinkSurvey(request, token, "Test: Is it the second?"),
  ];
  const host = await newSessionPage();
  await signIn(host.context(), "surveyor");
  await host.goto(`/surveys/${first}/present`);
  const [voter, late] = [await newSessionPage(), await newSessionPage()];
  for (const phone of [voter, late]) {
    await phone.setViewportSize(PHONE);
    await phone.goto(`/surveydetails/${first}`);
    await expect(panelOf(phone).getByRole("button", { name: /Pause/ })).toBeVisible();
  }
  await voter.getByRole("radio", { name: "Yes", exact: true }).click();
  await voter.getByRole("button", { name: "Vote Yes" }).click();
  await expect(panelOf(voter).getByRole("heading", { name: "You voted Yes" })).toBeVisible();
  await late.getByRole("radio", { name: "No", exact: true }).click();

  await host.keyboard.press("n");
  const dialog = host.getByRole("dialog", { name: "Next question" });
  await checkAxe(host);
  await dialog.getByRole("button", { name: "Choose one of your open questions" }).click();
  await dialog.getByRole("button", { name: "Open: Test: Is it the second?" }).first().click();
  await expect(host.getByRole("heading", { name: "Test: Is it the second?" })).toBeVisible();
  for (const phone of [voter, late]) {
    await expect(phone.getByRole("heading", { level: 1, name: "Test: Is it the second?" })).toBeVisible();
    expect(phone.url()).toContain(`/surveydetails/${second}`);
    // The choice for the previous question is gone.
    await expect(phone.getByRole("radio", { name: "No", exact: true })).not.toBeChecked();
  }
  await expect(voter.getByRole("link", { name: "Previous question" })).toHaveCount(0);
  await late.getByRole("link", { name: "Previous question" }).click();
  await expect(late.getByRole("heading", { level: 1, name: "Test: Is it the first?" })).toBeVisible();
  await expect(late.getByText("The host has moved on.")).toBeVisible();

  await host.getByRole("link", { name: "Summary" }).click();
  await expect(host.getByRole("heading", { name: "All questions of this room" })).toBeVisible();
  await expect(host.getByRole("list").filter({ hasText: "Is it the first?" }).getByText(CLAIM)).toHaveCount(2);
  await checkAxe(host);
});

test("a browser that no longer remembers its vote is told so in place of the form @phone", async ({
  newSessionPage,
  request,
  tokenFor,
}) => {
  const token = await tokenFor("surveyor");
  const make = (title: string) => makeLinkSurvey(request, token, title, { results: "afterVote" });
  const first = await make("Test: Shall we meet on Monday?");
  const voter = await newSessionPage();
  await voter.setViewportSize(PHONE);
  await voter.goto(`/surveydetails/${first}`);
  await voter.getByRole("radio", { name: "Yes", exact: true }).click();
  await voter.getByRole("button", { name: "Vote Yes" }).click();
  await expect(panelOf(voter).getByRole("heading", { name: "You voted Yes" })).toBeVisible();
  for (let count = 1; count <= 50; count++) {
    const id = await make(`Test: Is it question ${count}?`);
    await voteByLink(voter.request, id, 1);
  }
  await voter.reload();
  await expect(panelOf(voter).getByText("You already voted on this survey in this browser")).toBeVisible();
  await expect(panelOf(voter).getByText("Everyone sees the result when voting ends")).toBeVisible();
  await expect(panelOf(voter).getByRole("radio")).toHaveCount(0);
  await expect(panelOf(voter).getByRole("button", { name: /^Vote/ })).toHaveCount(0);
  await checkAxe(voter);
});

test("a page whose cookie went while it was open still votes", async ({
  newSessionPage,
  request,
  tokenFor,
  expectTrouble,
}) => {
  expectTrouble(/409/);
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Is the cookie gone?");
  const voter = await newSessionPage();
  await voter.goto(`/surveydetails/${id}`);
  await expect(panelOf(voter).getByRole("button", { name: /Pause/ })).toBeVisible();
  await voter.getByRole("radio", { name: "No", exact: true }).click();
  await voter.context().clearCookies();
  await voter.getByRole("button", { name: "Vote No" }).click();
  await expect(panelOf(voter).getByRole("heading", { name: "You voted No" })).toBeVisible();
  await voter.reload();
  await expect(panelOf(voter).getByRole("heading", { name: "You voted No" })).toBeVisible();
});
