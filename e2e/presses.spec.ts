import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { bearer, signIn } from "./people.ts";
import { demoSurvey, makeLinkSurvey } from "./surveys.ts";

// Presses come immediately, as programs make them.
test.use({ looksFirst: false });

let site: Server;
let html = "";
const siteUrl = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
test.beforeAll(async () => {
  site = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!DOCTYPE html><title>Game</title><link rel="icon" href="data:,">${html}`);
  });
  // A site other than "localhost".
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
});
test.afterAll(() => site.close());

/** How long after its first paint each press in the pages of `context` begins, in ms: however busy the machine is. */
async function pressAfterPaint(context: BrowserContext, ms: number): Promise<void> {
  await context.addInitScript((late) => {
    for (const type of ["pointerdown", "keydown", "click"])
      addEventListener(
        type,
        (event) => {
          const [painted] = performance.getEntriesByName("first-contentful-paint");
          Object.defineProperty(event, "timeStamp", { value: (painted?.startTime ?? 0) + late });
        },
        { capture: true },
      );
  }, ms);
}

const voteButton = (page: Page) => page.getByRole("button", { name: /^(Vote|Press again)/ });
const pressAgain = (page: Page) => page.getByRole("button", { name: "Press again to vote Yes", exact: true });

const SCRIPTS = /\.js$/;
const AGAIN = "Press again to confirm";

const clickVote = () => document.querySelector<HTMLElement>("form:has([type=radio]) [type=submit]")?.click();

async function expectNoVote(page: Page): Promise<void> {
  await expect(page.getByText("Your vote is counted.")).toHaveCount(0);
  await page.reload();
  await expect(voteButton(page)).toBeVisible();
}

test("a double click that begins on another site votes neither with its first nor its second window", async ({
  freshPage,
  server,
  publishSurvey,
}) => {
  const id = await publishSurvey({ title: "Does a double click vote?" });
  const page = await freshPage();
  await signIn(page, "user");
  await pressAfterPaint(page.context(), 400);
  html = `<button onmousedown="window.open('${server.url}/vote/${id}?vote=1')">Play</button>`;
  await page.goto(siteUrl());
  const opening = page.context().waitForEvent("page");
  await page.getByRole("button", { name: "Play" }).click();
  const popup = await opening;

  // The other site's choice is only shown.
  await expect(popup.getByText("You picked Yes elsewhere. Pick it here.")).toBeVisible();
  expect(new URL(popup.url()).search).toBe("");
  await expect(popup.getByRole("radio", { checked: true })).toHaveCount(0);
  await popup.getByRole("radio", { name: "Yes" }).check();
  await expect(popup.getByText("elsewhere")).toHaveCount(0);
  await voteButton(popup).click();
  await expect(pressAgain(popup)).toBeVisible();
  await expect(popup.locator("[aria-live=polite]", { hasText: "Press again to vote Yes" })).toHaveCount(1);
  await expectNoVote(popup);
});

test("fast clicks that begin before the vote button appears never vote", async ({ freshPage, publishSurvey }) => {
  const id = await publishSurvey({ title: "Does a game of clicks vote?" });
  const page = await freshPage();
  await signIn(page, "user");
  await page.goto(`/vote/${id}`);
  // The choice is kept in this tab.
  await page.getByRole("radio", { name: "Yes" }).check();
  // The clock of presses stands still until the test moves it: the machine may be busy.
  await page.context().addInitScript(() => {
    const clock = { now: 0 };
    Object.assign(window, { clock });
    performance.now = () => clock.now;
    for (const type of ["pointerdown", "keydown", "click"])
      addEventListener(type, (event) => Object.defineProperty(event, "timeStamp", { value: clock.now }), {
        capture: true,
      });
  });
  const wait = (ms: number) =>
    page.evaluate((time) => {
      (window as unknown as { clock: { now: number } }).clock.now += time;
    }, ms);
  const arrive = await openBefore(page, /get-session/, `/vote/${id}`);
  await wait(2000);
  arrive();
  await expect(page.getByRole("radio", { name: "Yes", checked: true })).toBeVisible();
  await expect(voteButton(page)).toBeEnabled();
  for (let click = 0; click < 8; click++) {
    await wait(200);
    await page.evaluate(clickVote);
    await expect(pressAgain(page)).toBeVisible();
  }
  await wait(600);
  await page.evaluate(clickVote);
  await expect(page.getByText("You voted Yes")).toBeVisible();
});

test("an early press says that it has to be repeated, and the next one votes", async ({ freshPage, publishSurvey }) => {
  const id = await publishSurvey({ title: "Is an early press lost?" });
  const page = await freshPage();
  await signIn(page, "user");
  await page.goto(`/vote/${id}`);
  await page.getByRole("radio", { name: "Yes" }).check();
  await expect(voteButton(page)).toBeVisible();
  const appear = () => document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  // A switch device clicks without a pointer and keys.
  await page.evaluate(`(${appear})(); (${clickVote})()`);
  await expect(pressAgain(page)).toBeVisible();
  // With another choice the button has its usual name.
  await page.getByRole("radio", { name: "No" }).check();
  await expect(pressAgain(page)).toHaveCount(0);
  await page.getByRole("radio", { name: "Yes" }).check();
  await page.waitForTimeout(600);
  await page.evaluate(clickVote);
  await expect(page.getByText("You voted Yes")).toBeVisible();
});

test("a press that comes with a dialog, before it can be read, publishes nothing and says so", async ({
  freshPage,
  request,
  tokenFor,
}) => {
  const { image } = await demoSurvey(request, "running");
  const data = { Title: "Test: Is it published unread?", category: "Cleaning Tools", image };
  const headers = bearer(await tokenFor("surveyor"));
  await expect(await request.post("/api/surveysForm", { headers, data })).toBeOK();
  const page = await freshPage();
  await signIn(page, "admin");
  await page.goto("/dashboard/admin/surveys?status=1");
  await page.evaluate(() => {
    // A click as a switch device makes it, without a pointer and keys.
    const seen = new MutationObserver(() => {
      const buttons = [...document.querySelectorAll<HTMLElement>("dialog[open] button:enabled")];
      const publish = buttons.find(({ textContent }) => textContent === "publish");
      if (!publish) return;
      seen.disconnect();
      publish.click();
    });
    seen.observe(document, { childList: true, subtree: true, attributes: true });
  });
  await page.getByRole("button", { name: "publish: Test: Is it published unread?" }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: /^Press again/ })).toBeVisible();
  await expect(page.locator("[aria-live=polite]", { hasText: "Press again" })).toHaveCount(1);
  await page.waitForTimeout(600);
  await dialog.getByRole("button", { name: /^Press again/ }).click();
  await expect(page.getByText("Test: Is it published unread? is published.").first()).toBeVisible();
});

test("a held Enter doesn't vote on a page on which it didn't begin", async ({ freshPage, publishSurvey }) => {
  const id = await publishSurvey({ title: "Does a held Enter vote?" });
  const page = await freshPage();
  await signIn(page, "user");
  await page.goto(`/vote/${id}`);
  await page.getByRole("radio", { name: "Yes" }).check();
  await voteButton(page).focus();
  await page.waitForTimeout(600);
  const votes: string[] = [];
  page.on("request", (request) => request.url().endsWith("/serveyVoting") && votes.push(request.url()));
  const keys = await page.context().newCDPSession(page);
  const enter = { key: "Enter", code: "Enter", text: "\r", windowsVirtualKeyCode: 13 };
  for (let times = 0; times < 40; times++)
    await keys.send("Input.dispatchKeyEvent", { type: "keyDown", autoRepeat: true, ...enter });
  await keys.send("Input.dispatchKeyEvent", { type: "keyUp", ...enter });
  // The space bar clicks when it is released.
  const space = { key: " ", code: "Space", text: " ", windowsVirtualKeyCode: 32 };
  await keys.send("Input.dispatchKeyEvent", { type: "keyDown", autoRepeat: true, ...space });
  await keys.send("Input.dispatchKeyEvent", { type: "keyUp", ...space });
  await expect(pressAgain(page)).toBeVisible();
  expect(votes).toEqual([]);

  // Held down here, a moment after the early press, Enter votes once.
  await page.waitForTimeout(600);
  for (let times = 0; times < 40; times++)
    await keys.send("Input.dispatchKeyEvent", { type: "keyDown", autoRepeat: times > 0, ...enter });
  await expect(page.getByText("You voted Yes")).toBeVisible();
  expect(votes).toHaveLength(1);
});

test("a double click on a card's answer only picks it", async ({ freshPage, publishSurvey }) => {
  const title = "Does a card vote by itself?";
  await publishSurvey({ title });
  const page = await freshPage();
  await signIn(page, "user");
  await page.goto("/surveysPages");
  await page.evaluate(() => {
    // The second click comes as soon as there is something to click on.
    const seen = new MutationObserver(() => {
      const vote = document.querySelector<HTMLElement>("form:has([type=radio]) [type=submit]:enabled");
      if (vote) seen.disconnect();
      vote?.click();
    });
    seen.observe(document, { childList: true, subtree: true, attributes: true });
  });
  await page.getByRole("link", { name: `Yes: Test: ${title}` }).click();
  await expect(page.getByRole("radio", { name: "Yes" })).toBeChecked();
  await expect(page.getByText("You picked Yes. Not cast yet.")).toBeVisible();
  await expect(pressAgain(page)).toBeVisible();
  await expectNoVote(page);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("no address selects an answer, and nothing votes", async ({ page, publishSurvey, expectTrouble }) => {
    // The scripts, which don't load.
    expectTrouble(/\/assets\/[\w./-]+ csp$/);
    const id = await publishSurvey({ title: "Does an address vote?" });
    for (const path of [`/surveydetails/${id}?vote=1`, `/vote/${id}?vote=1`]) {
      await page.goto(path);
      await expect(page.locator("input:checked")).toHaveCount(0);
      await expect(page.locator("form[method=post] button:enabled, form[method=post] input[type=submit]")).toHaveCount(
        0,
      );
    }
  });
});

test("a press counts right after a frame on the page, as a card's field, had the focus", async ({
  freshPage,
  publishSurvey,
}) => {
  const id = await publishSurvey({ title: "Does a frame cost a press?" });
  const page = await freshPage();
  await signIn(page, "user");
  await page.goto(`/vote/${id}`);
  await page.getByRole("radio", { name: "Yes" }).check();
  await expect(voteButton(page)).toBeVisible();
  await page.waitForTimeout(600);
  await page.evaluate(() => {
    const frame = document.createElement("iframe");
    // At a place where the frame doesn't move the button.
    document.querySelector("form")?.append(frame);
    frame.contentDocument?.body.append(document.createElement("input"));
  });
  await page.frameLocator("form iframe").locator("input").fill("4242");
  await voteButton(page).click();
  await expect(page.getByText("You voted Yes")).toBeVisible();
});

/** Opens a page, and holds back its scripts or other requests. @returns a function that lets them through */
async function openBefore(page: Page, awaited: RegExp, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(awaited, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  return resolve;
}

for (const [how, press] of [
  ["click on the button", (page: Page) => page.getByRole("button", { name: "Create account" }).click({ force: true })],
  ["Enter in a field", (page: Page) => page.getByLabel("Password").press("Enter")],
] as const)
  test(`before the scripts come, a ${how} signs up once when they do`, async ({ freshPage }) => {
    const page = await freshPage();
    const sent: string[] = [];
    page.on("request", (request) => request.url().includes("/sign-up/") && sent.push(request.url()));
    const arrive = await openBefore(page, SCRIPTS, "/signup");
    await page.getByLabel("Name").fill("Erin Early");
    await page.getByLabel("Email").fill(`erin.${crypto.randomUUID()}@example.org`);
    await page.getByLabel("Password").fill("Kettle-on7!");
    await press(page);
    await press(page);
    arrive();
    await expect(page.getByRole("button", { name: "Erin Early Menu" })).toBeVisible();
    expect(sent).toHaveLength(1);
  });

test("before the scripts come, a press to ask is answered when they do", async ({ freshPage }) => {
  const page = await freshPage();
  await pressAfterPaint(page.context(), 100);
  const arrive = await openBefore(page, SCRIPTS, "/ask");
  await page.getByRole("button", { name: "Publish" }).click({ force: true });
  arrive();
  await expect(page.getByRole("button", { name: AGAIN })).toBeVisible();
  await expect(page.locator("[aria-live=polite]", { hasText: AGAIN })).toHaveCount(1);
});

test("a press before the session is known counts once it is", async ({ freshPage }) => {
  const page = await freshPage();
  const arrive = await openBefore(page, /get-session/, "/ask?for=association");
  await page.getByRole("textbox", { name: "Your question" }).fill("Test: Is the session slow?");
  const button = page.getByRole("button", { name: "Continue" });
  await expect(button).toBeEnabled();
  await page.waitForTimeout(600);
  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  arrive();
  await expect(page.getByRole("heading", { level: 1, name: "Create an account" })).toBeVisible();
});

test("an early press to pay, to publish one's question and to close a survey each ask for another one", async ({
  freshPage,
  tokenFor,
}) => {
  const page = await freshPage();
  await signIn(page, "surveyor");
  const expectAsked = async (name: string, again: string) => {
    const button = page.getByRole("button", { name, exact: true }).last();
    await expect(button).toBeEnabled();
    await button.evaluate((element: HTMLElement) => {
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
      element.click();
    });
    await expect(page.getByRole("button", { name: again, exact: true })).toBeVisible();
    await expect(page.locator("[aria-live=polite]", { hasText: again })).toHaveCount(1);
  };
  await page.goto("/ask");
  await page.getByRole("textbox", { name: "Your question" }).fill("Test: Is it asked unread?");
  await expectAsked("Publish", AGAIN);
  const id = await makeLinkSurvey(page.request, await tokenFor("surveyor"), "Test: Is it closed unread?");
  await page.goto(`/dashboard/surveys/${id}`);
  await page.getByRole("button", { name: "Close voting" }).click();
  await expectAsked("Close voting", AGAIN);
  await page.goto("/payment");
  await expectAsked("Pay $12.00", "Press again to pay $12.00");
});
