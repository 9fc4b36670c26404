import type { APIRequestContext, Page } from "@playwright/test";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { signIn } from "./people.ts";
import { demoSurvey, makeLinkSurvey } from "./surveys.ts";

/** A demo that a test resets. */
test.use({ serverEnv: { DEMO_RESET_MINUTES: "60" } });

const notice = (page: Page) => page.getByRole("complementary", { name: "About this demo" });

async function resetDemo(request: APIRequestContext, pid: number): Promise<void> {
  const announced = async () => /"demoReset":\{"at":\d+/.exec(await (await request.get("/")).text())?.[0];
  const before = await announced();
  expect(before).toBeDefined();
  process.kill(pid, "SIGHUP");
  await expect.poll(announced).not.toBe(before);
}

test("the notice counts the minutes on a page that stays open, and says when the server runs another demo", async ({
  page,
  server,
}) => {
  await page.clock.install();
  await page.goto("/terms");
  await expect(notice(page)).toContainText(/This demo resets in (60|59) minutes\. Your changes will be lost\./);
  await checkAxe(page, { withFrame: true });
  await page.clock.fastForward("30:00");
  await expect(notice(page)).toContainText(/This demo resets in (30|29) minutes/);
  // The time alone isn't enough: a reset can fail, or come early.
  await page.clock.fastForward("31:00");
  await expect(notice(page)).toContainText("This demo resets in 1 minute.");
  await resetDemo(page.request, server.pid);
  await page.clock.fastForward("01:01");
  await expect(notice(page).getByRole("status")).toContainText("This demo was reset");
  await checkAxe(page, { withFrame: true });
  await page.clock.resume();
  await notice(page).getByRole("link", { name: "Go to the home page" }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(notice(page)).toContainText("This demo resets in");
});

test("a signed-in user who votes after a reset is told that the demo is another one, and signing in leads home", async ({
  page,
  context,
  server,
  expectTrouble,
}) => {
  expectTrouble(/40[14]/);
  await signIn(context, "user");
  const survey = await demoSurvey(context.request, "running");
  await page.goto(`/surveydetails/${survey._id}`);
  await page.getByRole("radio", { name: "Yes" }).check();
  await resetDemo(page.request, server.pid);
  await page.getByRole("button", { name: "Vote Yes" }).click();
  await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
  await expect(notice(page).getByRole("status")).toContainText("This demo was reset");
  await expect(notice(page).getByRole("link", { name: "Go to the home page" })).toBeInViewport();
  // The survey of the former demo is gone.
  await expect(page.getByText("Your session has ended. Sign in again.", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await checkAxe(page, { withFrame: true });
  await page.getByRole("button", { name: "user@example.com" }).click();
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
});

test("a visitor stays one on an open page, and learns that a survey is gone when voting on it", async ({
  page,
  server,
  tokenFor,
  expectTrouble,
}) => {
  expectTrouble(/404|\/(events|totals)\b/);
  const id = await makeLinkSurvey(page.request, await tokenFor("surveyor"), "Test: Is this demo for good?");
  // A page that hears of it earlier takes the form away.
  await page.route(/\/(events|totals)(\?|$)/, (route) => route.abort());
  await page.goto(`/surveydetails/${id}`);
  await expect(notice(page)).toContainText("This demo resets in 60 minutes");
  await page.getByRole("radio", { name: "Yes" }).check();
  await resetDemo(page.request, server.pid);
  await page.getByRole("button", { name: "Vote Yes" }).click();
  await expect(page.getByText("This survey was deleted")).toBeVisible();
  await expect(notice(page).getByRole("status")).toContainText("This demo was reset");
  await page.goto("/");
  await expect(page.getByRole("article").first()).toBeVisible();
});
