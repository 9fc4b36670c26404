import type { APIRequestContext, Page } from "@playwright/test";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { signIn } from "./people.ts";
import { demoSurvey, makeLinkSurvey } from "./surveys.ts";

/** A demo that starts afresh when a test says so. */
test.use({ serverEnv: { DEMO_RESET_MINUTES: "60" } });

const notice = (page: Page) => page.getByRole("complementary", { name: "About this demo" });

async function resetDemo(request: APIRequestContext, pid: number): Promise<void> {
  const announced = async () => /"demoReset":\{"at":\d+/.exec(await (await request.get("/")).text())?.[0];
  const before = await announced();
  expect(before).toBeDefined();
  process.kill(pid, "SIGHUP");
  await expect.poll(announced).not.toBe(before);
}

test("the notice counts the minutes, also on a page that stays open, and then offers to load the new demo", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/terms");
  await expect(notice(page)).toContainText(/It starts afresh in (60|59) minutes; what you do here is then gone/);
  await checkAxe(page, { withFrame: true });
  await page.clock.fastForward("30:00");
  await expect(notice(page)).toContainText(/It starts afresh in (30|29) minutes/);
  await page.clock.fastForward("31:00");
  await expect(notice(page).getByRole("status")).toContainText("This demo has started afresh");
  await checkAxe(page, { withFrame: true });
  await page.clock.resume();
  await notice(page).getByRole("button", { name: "Reload the page" }).click();
  await expect(notice(page)).toContainText("This is a demo");
});

test("who was signed in and votes after a reset is asked to sign in, and can", async ({
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
  await page.getByRole("button", { name: "user@example.com" }).click();
  // The survey of the former demo is gone.
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(notice(page)).toBeVisible();
});

test("a visitor stays one on an open page, and learns that a survey is gone when voting on it", async ({
  page,
  server,
  tokenFor,
  expectTrouble,
}) => {
  expectTrouble(/404/);
  const id = await makeLinkSurvey(page.request, await tokenFor("surveyor"), "Test: Is this demo for good?");
  await page.goto(`/surveydetails/${id}`);
  await expect(notice(page)).toContainText("It starts afresh in 60 minutes");
  await page.getByRole("radio", { name: "Yes" }).check();
  await resetDemo(page.request, server.pid);
  await page.getByRole("button", { name: "Vote Yes" }).click();
  await expect(page.getByText("This survey is gone")).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("article").first()).toBeVisible();
});
