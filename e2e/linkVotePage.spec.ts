import type { Page } from "@playwright/test";
import { weighPage, withoutPictures } from "../tools/test/pageWeight.ts";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { expectStill, paintBeforeScripts } from "./movement.ts";
import { bearer, signIn } from "./people.ts";
import { phone } from "./phone.ts";
import { makeLinkSurvey, voteByLink } from "./surveys.ts";

// The page on which people vote by open link, which works without the app.
test.use(phone);

const panelOf = (page: Page) => page.getByRole("region", { name: "Result and vote" });
const votedHeading = (page: Page, answer: string) =>
  panelOf(page).getByRole("heading", { name: `You voted ${answer}` });

async function vote(page: Page, answer: string): Promise<void> {
  await page.getByRole("radio", { name: answer, exact: true }).check();
  await page.getByRole("button", { name: `Vote ${answer}` }).click();
  await expect(votedHeading(page, answer)).toBeVisible();
}

test("the page's HTML only says what is already true, because text browsers show hidden elements", async ({
  request,
  tokenFor,
}) => {
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Does this read well as text?", {
    changeable: true,
  });
  const html = await (await request.get(`/surveydetails/${id}`)).text();
  const body = html.slice(html.indexOf("<body"));
  const text = body.replaceAll(/<(script|style)\b.*?<\/\1>|<[^>]*>/gs, " ").replaceAll(/\s+/g, " ");
  expect(text).toContain("Nothing is sent yet.");
  expect(text).not.toMatch(/You (already )?voted|is counted|receipt|no longer accepts|moved on|previous|Reload/i);
});

test("a voter who reloads never sees the form again", async ({ freshPage, request, tokenFor }) => {
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Does the form flash?", {});
  const page = await freshPage();
  await page.goto(`/surveydetails/${id}`);
  await vote(page, "Yes");
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/link$/, async (route) => {
    await isAnswered;
    await route.continue();
  });
  const send = page.getByRole("button", { name: "Vote", exact: true });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(send).toBeHidden();
  answer();
  await expect(votedHeading(page, "Yes")).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });

  // The browser lost the cookie with which it voted: it gets the form.
  await page.context().clearCookies();
  await page.reload();
  await expect(send).toBeVisible();
});

test("the page has at most 20 kB in all, 10.1 kB of them scripts, and loads no more with the vote", async ({
  freshPage,
  server,
  request,
  tokenFor,
}) => {
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Is this page small?");
  const page = await freshPage();
  const later: string[] = [];
  const { bytes, ...weight } = await weighPage(page, `${server.url}/surveydetails/${id}`);
  page.on("request", (sent) => void (sent.resourceType() === "script" && later.push(sent.url())));
  expect(bytes.script).toBeGreaterThan(1000);
  expect(bytes.script).toBeLessThanOrEqual(10_100);
  expect(withoutPictures({ bytes, ...weight }) + bytes.pictures).toBeLessThanOrEqual(20_000);
  await vote(page, "Yes");
  await expect(panelOf(page).getByText("Yes leads, 1 to 0")).toBeVisible();
  expect(later).toEqual([]);
});

test("the page has the product's mark and the way to ask a question, and its owner the way to manage the survey", async ({
  page,
  newSessionPage,
  request,
  tokenFor,
}) => {
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Whose is it?");
  const links = (of: Page) => of.getByRole("contentinfo").getByRole("link");
  await page.goto(`/surveydetails/${id}`);
  await expect(page.getByRole("link", { name: "Survey App" }).locator("svg")).toBeVisible();
  await expect(links(page)).toHaveText(["Details", "Ask your own question", "Privacy"]);
  for (const [role, isManager] of [
    ["surveyor", true],
    ["admin", true],
    ["user", false],
  ] as const) {
    const own = await newSessionPage();
    await signIn(own, role);
    await own.goto("/");
    await expect.poll(() => own.evaluate(() => localStorage.getItem("access-token"))).not.toBeNull();
    await own.goto(`/surveydetails/${id}`, { waitUntil: "networkidle" });
    await expect(links(own).getByText("Manage")).toBeVisible({ visible: isManager });
    if (!isManager) continue;
    await links(own).getByText("Manage").click();
    await expect(own).toHaveURL(`/dashboard/surveys/${id}`);
  }
});

test("nothing on the page moves while it loads", async ({ freshPage, request, tokenFor }) => {
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Does anything move here?");
  const page = await freshPage();
  await paintBeforeScripts(page);
  await page.goto(`/surveydetails/${id}`);
  await expect(panelOf(page).getByRole("button", { name: "Live · Pause" })).toBeVisible();
  await expectStill(page);
});

test("the result is live, can be paused, and leads to the details, where anyone can report the survey", async ({
  page,
  request,
  newClient,
  tokenFor,
}) => {
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Is this page live?");
  await page.goto(`/surveydetails/${id}`);
  await expect(panelOf(page).getByRole("button", { name: "Live · Pause" })).toBeVisible();
  await voteByLink((await newClient()).request, id, 1);
  await expect(panelOf(page).getByText("Yes leads, 1 to 0")).toBeVisible();
  await panelOf(page).getByRole("button", { name: "Live · Pause" }).click();
  await voteByLink((await newClient()).request, id, 1);
  await panelOf(page).getByRole("button", { name: "Paused · Resume" }).click();
  await expect(panelOf(page).getByText("Yes leads, 2 to 0")).toBeVisible();
  await page.getByRole("link", { name: "Details" }).click();
  await expect(page.getByRole("button", { name: /^Report/ })).toBeVisible();
  await panelOf(page).getByRole("link", { name: "Vote", exact: true }).click();
  await expect(page.getByRole("radio", { name: "Yes", exact: true })).toBeVisible();
});

test("a result that only voters see appears after the vote, and stays", async ({
  page,
  request,
  newClient,
  tokenFor,
}) => {
  const token = await tokenFor("surveyor");
  const id = await makeLinkSurvey(request, token, "Test: Do voters see it?", { results: "afterVote" });
  await page.goto(`/surveydetails/${id}`);
  await expect(panelOf(page).getByRole("button", { name: "Live · Pause" })).toBeVisible();
  await voteByLink((await newClient()).request, id, 1);
  await expect(panelOf(page).getByText("1 person has voted")).toBeVisible();
  await vote(page, "Yes");
  await expect(panelOf(page).getByText("Yes leads, 2 to 0")).toBeVisible();
  await voteByLink((await newClient()).request, id, 1);
  await expect(panelOf(page).getByText("Yes leads, 3 to 0")).toBeVisible({ timeout: 20_000 });
  await page.reload();
  await expect(panelOf(page).getByText("Yes leads, 3 to 0")).toBeVisible();
});

test("a vote that can be changed is changed on this page", async ({ page, request, tokenFor }) => {
  const settings = { changeable: true, unsure: true };
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Can I change it?", settings);
  await page.goto(`/surveydetails/${id}`);
  await expect(panelOf(page).getByRole("button", { name: "Live · Pause" })).toBeVisible();
  await checkAxe(page);
  await vote(page, "Yes");
  await expect(panelOf(page).getByText("Yes leads, 1 to 0")).toBeVisible();
  await checkAxe(page);
  await page.getByRole("button", { name: "Change your vote", exact: true }).click();
  await expect(page.getByRole("radio", { name: "Yes", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Change your vote", exact: true }).click();
  await expect(page.getByText("Pick another answer, or keep the one you have.")).toBeVisible();
  await checkAxe(page);
  await page.getByRole("button", { name: "Keep Yes" }).click();
  await expect(votedHeading(page, "Yes")).toBeVisible();
  await page.getByRole("button", { name: "Change your vote", exact: true }).click();
  await page.getByRole("radio", { name: "No", exact: true }).check();
  await page.getByRole("button", { name: "Change to No" }).click();
  await expect(page.getByRole("group", { name: "Your vote was changed: No" })).toBeFocused();
  await expect(panelOf(page).getByText("No leads, 1 to 0")).toBeVisible();
  await page.reload();
  await expect(votedHeading(page, "No")).toBeVisible();
});

test("a vote that is refused keeps the choice and says why; a question that was edited is read again", async ({
  page,
  request,
  tokenFor,
  expectTrouble,
}) => {
  expectTrouble(/409|429/);
  const token = await tokenFor("surveyor");
  const id = await makeLinkSurvey(request, token, "Test: Is it the old question?");
  await page.goto(`/surveydetails/${id}`);
  await page.getByRole("button", { name: "Vote", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("vote is required");
  await page.getByRole("radio", { name: "No", exact: true }).check();
  const busy = {
    status: 429,
    code: "networkBusy",
    title: "Busy",
    detail: "Too many votes from this network just now.",
  };
  await page.route("**/link/vote", (route) =>
    route.fulfill({ status: 429, contentType: "application/problem+json", json: busy }),
  );
  await page.getByRole("button", { name: "Vote No" }).click();
  await expect(page.getByRole("alert")).toHaveText(busy.detail);
  await page.unroute("**/link/vote");
  await page.reload();
  await expect(page.getByText("You picked No. Not cast yet.")).toBeVisible();
  await expect(page.getByRole("radio", { name: "No", exact: true })).toBeChecked();

  const edited = { Title: "Test: Is it the new question?", category: "Cleaning Tools" };
  const rest = { image: "/categories/cleaning-tools.svg", deadline: new Date(Date.now() + 86_400_000).toISOString() };
  await expect(
    await request.patch(`/api/surveyor/${id}`, { headers: bearer(token), data: { ...edited, ...rest } }),
  ).toBeOK();
  await page.getByRole("button", { name: "Vote No" }).click();
  await expect(page.getByRole("alert")).toContainText("The question has changed since you opened it.");
  await page.getByRole("button", { name: "Reload the question" }).click();
  await expect(page.getByRole("heading", { level: 1, name: edited.Title })).toBeVisible();
  // The choice was for another question.
  await expect(page.getByRole("radio", { name: "No", exact: true })).not.toBeChecked();
  await vote(page, "No");
});

test("a phone without a stream polls, and moves with the room", async ({ page, request, tokenFor, expectTrouble }) => {
  expectTrouble(/503/);
  const token = await tokenFor("surveyor");
  const [first, second] = [
    await makeLinkSurvey(request, token, "Test: Does it poll?"),
    await makeLinkSurvey(request, token, "Test: Did it move?"),
  ];
  await page.route("**/events*", (route) => route.fulfill({ status: 503 }));
  await page.goto(`/surveydetails/${first}`);
  await expect(panelOf(page).getByRole("button", { name: "Updating regularly · Pause" })).toBeVisible();
  const data = { next: second };
  await expect(await request.post(`/api/surveys/${first}/room`, { headers: bearer(token), data })).toBeOK();
  await expect(page.getByRole("heading", { level: 1, name: "Test: Did it move?" })).toBeFocused({ timeout: 20_000 });
  await expect(page.getByRole("link", { name: "Previous question" })).toBeVisible();
});

test("the last hour before voting ends is counted down, as on a wall", async ({ page, request, tokenFor }) => {
  const deadline = new Date(Date.now() + 5 * 60_000).toISOString();
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: How long can we vote?", { deadline });
  await page.goto(`/surveydetails/${id}`);
  const left = page.getByText(/^[0-5]:\d\d left$/);
  await expect(left).toBeVisible();
  const first = (await left.textContent()) ?? "";
  await expect(left).not.toHaveText(first);
  await expect(page.getByText(/^Vote until /)).toBeHidden();
  await vote(page, "Yes");
  await expect(left).toBeVisible();
});

test("the form goes when voting ends, and the result stays", async ({ page, request, tokenFor }) => {
  const token = await tokenFor("surveyor");
  const id = await makeLinkSurvey(request, token, "Test: Does it end?", { Description: "Because ".repeat(40) });
  await page.goto(`/surveydetails/${id}`);
  await expect(panelOf(page).getByRole("button", { name: "Live · Pause" })).toBeVisible();
  await expect(await request.post(`/api/surveys/${id}/close`, { headers: bearer(token), data: {} })).toBeOK();
  await expect(panelOf(page).getByText("This survey no longer accepts votes.")).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(/^Voting ended on/)).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
});

test.describe("as programs press", () => {
  test.use({ looksFirst: false });

  test("a press on a page that its reader has not seen asks for another one", async ({
    freshPage,
    request,
    tokenFor,
  }) => {
    const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Is it pressed early?");
    const page = await freshPage();
    await page.addInitScript(() => {
      for (const type of ["pointerdown", "click"])
        addEventListener(type, (event) => Object.defineProperty(event, "timeStamp", { value: 1 }), { capture: true });
    });
    await page.goto(`/surveydetails/${id}?vote=1`);
    // An answer that the address names is only shown.
    await expect(page.getByText("You picked Yes elsewhere. Pick it here.")).toBeVisible();
    await expect(page.getByRole("radio", { name: "Yes", exact: true })).not.toBeChecked();
    expect(new URL(page.url()).search).toBe("");
    await page.getByRole("radio", { name: "Yes", exact: true }).check();
    await page.getByRole("button", { name: "Vote Yes" }).click();
    await expect(page.getByRole("button", { name: "Press again to vote Yes" })).toBeVisible();
    const results = await request.get(`/api/surveys/${id}/results`);
    expect(await results.json()).toMatchObject({ participants: 0 });
  });
});
