import type { APIRequestContext, Page } from "@playwright/test";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { bearer, signIn } from "./people.ts";
import { makeLinkSurvey, voteByLink } from "./surveys.ts";

const NOT_SHOWN = "The result appears when the owner shows it.";
const COUNTDOWN = /^The result in [321] … Esc stops$/;
const ROOM = { width: 1280, height: 720 };

/** The notes of a page about its reveals (`watchMotion`). */
interface Motion {
  /** The properties that its animations change. */
  animated: string[];
  fades: number;
}

/** Notes the animated properties of `page`'s pages, and each cross-fade. */
async function watchMotion(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const motion: Motion = { animated: [], fades: 0 };
    Object.assign(window, { motion });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      for (const frame of frames as Keyframe[]) motion.animated.push(...Object.keys(frame));
      return animate.call(this, frames, options);
    };
    const start = document.startViewTransition;
    document.startViewTransition = (update) => {
      motion.fades += 1;
      return start.call(document, update);
    };
  });
}

const motionOf = (page: Page) => page.evaluate(() => (window as unknown as { motion: Motion }).motion);

/** Opens the wall of a survey with motion, and waits until it follows the votes. */
async function openWall(page: Page, id: string, voted: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.setViewportSize(ROOM);
  await page.goto(`/surveys/${id}/present`);
  await expect(page.getByText(voted).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Live/ })).toBeVisible();
}

/** Checks accessibility while nothing moves: colors that are still changing can't be measured. */
async function checkStill(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await checkAxe(page);
  await page.emulateMedia({ reducedMotion: "no-preference" });
}

/** The requests of a page to show a result. */
function showings(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => request.url().endsWith("/show") && sent.push(request.url()));
  return sent;
}

const close = async (request: APIRequestContext, token: string, id: string) =>
  expect(await request.post(`/api/surveys/${id}/close`, { headers: bearer(token) })).toBeOK();

test("a press shows the result after a countdown that Esc stops, on all walls by its event", async ({
  freshPage,
  newSessionPage,
  newClient,
  request,
  tokenFor,
}) => {
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Is it shown?", { results: "shown" });
  for (const vote of [1, 1, 0] as const) await voteByLink((await newClient()).request, id, vote);
  // Later tests must not get a page whose clock is installed.
  const [host, wall] = [await freshPage(), await newSessionPage()];
  await signIn(host.context(), "surveyor");
  await watchMotion(wall);
  await host.clock.install();
  const sent = showings(host);
  await openWall(host, id, "people have voted");
  await openWall(wall, id, "people have voted");
  await expect(wall.getByText(NOT_SHOWN)).toBeVisible();

  // A wall without its owner's session.
  await wall.keyboard.press("r");
  await expect(wall.locator(".wall-note")).toHaveText(
    "Show it from your phone: open your survey and press Show the result.",
  );
  await checkStill(wall);

  // The test moves the countdown's clock, because the machine may be busy.
  await host.clock.pauseAt((await host.evaluate(() => Date.now())) + 1000);
  await host.keyboard.press("Alt+r");
  await expect(host.getByText(NOT_SHOWN)).toBeVisible();
  await host.keyboard.press("r");
  await expect(host.getByText("The result in 3 … Esc stops")).toBeVisible();
  await host.clock.runFor(1000);
  await expect(host.getByText("The result in 2 … Esc stops")).toBeVisible();
  await host.keyboard.press("Escape");
  await expect(host.getByText(COUNTDOWN)).toHaveCount(0);
  await host.getByRole("button", { name: /^Show the result/ }).click();
  await host.getByRole("button", { name: "Stop" }).click();
  await expect(host.getByText(COUNTDOWN)).toHaveCount(0);
  await host.clock.runFor(5000);
  await expect(host.getByText(NOT_SHOWN)).toBeVisible();

  await host.keyboard.press("r");
  await expect(host.getByText(COUNTDOWN)).toBeVisible();
  expect(sent).toEqual([]);
  const button = host.getByRole("button", { name: /^Show the result/ });
  await button.focus();
  const question = await host.getByRole("heading", { level: 1 }).boundingBox();
  for (let second = 0; second < 3; second++) await host.clock.runFor(1000);
  await host.clock.resume();
  for (const page of [host, wall]) await expect(page.locator(".wall-sentence")).toHaveText("Yes leads, 2 to 1");
  expect(sent).toHaveLength(1);
  // The question, the focus, and the announcement.
  expect(await host.getByRole("heading", { level: 1 }).boundingBox()).toEqual(question);
  await expect(host.getByRole("button", { name: /^Hide result here/ })).toBeFocused();
  await expect(host.locator("[aria-live=polite]", { hasText: "Yes leads, 2 to 1" })).toHaveCount(1);
  await expect(host.getByText("Open link: one vote per browser, not verified.")).toBeVisible();
  expect(new Set((await motionOf(wall)).animated)).toEqual(new Set(["transform", "transformOrigin"]));
  await expect(wall.locator(".wall-side .wall-first")).toHaveText(["2", "1"]);
  await checkStill(host);

  // A page that is opened later shows it immediately.
  const late = await newSessionPage();
  await watchMotion(late);
  await late.emulateMedia({ reducedMotion: "no-preference" });
  await late.goto(`/surveys/${id}/present`);
  await expect(late.locator(".wall-sentence")).toBeVisible();
  expect(await motionOf(late)).toEqual({ animated: [], fades: 0 });
});

test("a clicker shows the result once, and opens the next question only a moment later", async ({
  newSessionPage,
  newClient,
  request,
  tokenFor,
}) => {
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Who clicks?", { results: "shown" });
  await voteByLink((await newClient()).request, id, 1);
  const host = await newSessionPage();
  await signIn(host.context(), "surveyor");
  const sent = showings(host);
  const dialogs: string[] = [];
  host.on("request", (asked) => asked.url().includes("NextQuestionDialog") && dialogs.push(asked.url()));
  await openWall(host, id, "person has voted");
  // As soon as the result is there.
  await host.evaluate(() => {
    const seen = new MutationObserver(() => {
      if (!document.querySelector(".wall[data-shown]")) return;
      seen.disconnect();
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", code: "PageDown", bubbles: true }));
    });
    seen.observe(document, { childList: true, subtree: true, attributes: true });
  });
  for (let times = 0; times < 4; times++) await host.keyboard.press("PageDown");
  await expect(host.getByText(COUNTDOWN)).toBeVisible();
  await expect(host.locator(".wall-sentence")).toHaveText("Yes leads, 1 to 0");
  expect(sent).toHaveLength(1);
  expect(dialogs).toEqual([]);
  const dialog = host.getByRole("dialog", { name: "Next question" });
  await expect(async () => {
    await host.keyboard.press("PageDown");
    await expect(dialog).toBeVisible({ timeout: 500 });
  }).toPass();

  // Keys do nothing while a dialog has the focus; nor does a key that is held down.
  await host.keyboard.press("r");
  await host.keyboard.press("PageDown");
  await expect(host.locator(".wall-sentence")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  const keys = await host.context().newCDPSession(host);
  await keys.send("Input.dispatchKeyEvent", { type: "keyDown", autoRepeat: true, key: "r", code: "KeyR", text: "r" });
  await expect(host.locator(".wall-sentence")).toBeVisible();
  await host.keyboard.press("r");
  await expect(host.locator(".wall-sentence")).toHaveCount(0);
});

test.describe("before its reader can have seen the page", () => {
  test.use({ looksFirst: false });

  test("a key does nothing", async ({ newSessionPage, request, tokenFor }) => {
    const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Is it early?");
    const page = await newSessionPage();
    await page.addInitScript(() =>
      addEventListener("keydown", (event) => Object.defineProperty(event, "timeStamp", { value: 0 }), {
        capture: true,
      }),
    );
    await openWall(page, id, "people have voted");
    await page.keyboard.press("r");
    await expect(page.getByRole("button", { name: /^Show result here/ })).toBeVisible();
    await page.getByRole("button", { name: /^Show result here/ }).click();
    await expect(page.getByRole("button", { name: /^Hide result here/ })).toBeVisible();
  });
});

test("without a connection nothing is shown or queued, and a lost answer doesn't matter", async ({
  newSessionPage,
  newClient,
  request,
  tokenFor,
  expectTrouble,
}) => {
  expectTrouble(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|net::/);
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Is it sent?", { results: "shown" });
  await voteByLink((await newClient()).request, id, 0);
  const host = await newSessionPage();
  await signIn(host.context(), "surveyor");
  const sent = showings(host);
  await openWall(host, id, "person has voted");
  await host.context().setOffline(true);
  await host.keyboard.press("r");
  await expect(host.locator(".wall-note")).toHaveText("Not shown: no connection.");
  await host.context().setOffline(false);
  await expect(host.getByRole("button", { name: /^Live/ })).toBeVisible();
  expect(sent).toEqual([]);

  await host.route("**/show", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await host.keyboard.press("r");
  await expect(host.locator(".wall-sentence")).toHaveText("No leads, 1 to 0");
});

test("a close reveals a sealed result; a wall that comes back later shows it without motion", async ({
  newSessionPage,
  newClient,
  request,
  tokenFor,
  expectTrouble,
}) => {
  expectTrouble(/ERR_INTERNET_DISCONNECTED|net::/);
  const token = await tokenFor("surveyor");
  const sealed = { results: "afterClose", unsure: true } as const;
  const id = await makeLinkSurvey(request, token, "Test: Is it closed?", sealed);
  for (const vote of [1, 0, 2] as const) await voteByLink((await newClient()).request, id, vote);
  const [wall, away] = [await newSessionPage(), await newSessionPage()];
  for (const page of [wall, away]) {
    await watchMotion(page);
    await openWall(page, id, "people have voted");
  }
  await expect(wall.getByRole("button", { name: /^Show/ })).toHaveCount(0);
  await away.context().setOffline(true);
  await expect(away.getByRole("button", { name: /^Live/ })).toHaveCount(0);
  await close(request, token, id);
  await expect(wall.locator(".wall-sentence")).toHaveText("A tie, 1 to 1; 1 not sure");
  await expect(wall.locator(".wall-mark")).toHaveText("half");
  expect((await motionOf(wall)).animated.length).toBeGreaterThan(0);
  // Longer than a result counts as new, even on a page whose clock is up to two seconds off.
  await away.waitForTimeout(8000);
  await away.context().setOffline(false);
  await expect(away.locator(".wall-sentence")).toHaveText("A tie, 1 to 1; 1 not sure");
  expect(await motionOf(away)).toEqual({ animated: [], fades: 0 });
});

test("a slow computer, and people who want less motion, get a cross-fade", async ({
  newSessionPage,
  newClient,
  request,
  tokenFor,
}) => {
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Is it slow?");
  for (const vote of [1, 1, 0] as const) await voteByLink((await newClient()).request, id, vote);
  const page = await newSessionPage();
  await watchMotion(page);
  await openWall(page, id, "people have voted");
  const cpu = await page.context().newCDPSession(page);
  await cpu.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  // Simulates another tab's work: each frame takes longer than 50 ms.
  await page.evaluate(() => {
    let frames = 0;
    const work = () => {
      const end = performance.now() + 80;
      while (performance.now() < end);
      frames += 1;
      if (frames < 60) requestAnimationFrame(work);
    };
    requestAnimationFrame(work);
  });
  await page.keyboard.press("r");
  await expect.poll(async () => (await motionOf(page)).fades).toBe(1);
  await cpu.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await expect(page.locator(".wall-side .wall-first")).toHaveText(["2", "1"]);
  expect(
    await page.evaluate(
      () => document.getAnimations().filter(({ effect }) => (effect as KeyframeEffect).target?.closest(".wall")).length,
    ),
  ).toBe(0);

  await page.keyboard.press("r");
  await expect(page.locator(".wall-sentence")).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const before = await motionOf(page);
  await page.keyboard.press("r");
  await expect(page.locator(".wall-side .wall-first")).toHaveText(["2", "1"]);
  expect(await motionOf(page)).toEqual({ animated: before.animated, fades: before.fades + 1 });
});

test("the controls hide while the mouse and the keyboard are not used, and come back", async ({
  newSessionPage,
  request,
  tokenFor,
}) => {
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Do they rest?");
  const page = await newSessionPage();
  await openWall(page, id, "people have voted");
  const opacity = () => page.locator(".wall-controls").evaluate((element) => getComputedStyle(element).opacity);
  await page.mouse.move(300, 300);
  await expect.poll(opacity).toBe("1");
  await expect.poll(opacity).toBe("0");
  await page.mouse.move(310, 300);
  await expect.poll(opacity).toBe("1");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.locator(".wall-controls :focus-visible")).toHaveCount(1);
  await page.waitForTimeout(3500);
  expect(await opacity()).toBe("1");
});
