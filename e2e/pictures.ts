import { statSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import sharp from "sharp";
import { chromiumArgs, chromiumPath } from "../tools/test/chromium.ts";
import { takeMeetingPictures } from "./meetingPictures.ts";
import { type DemoRole, signIn } from "./people.ts";
import { phone } from "./phone.ts";
import { scanQrCode } from "./scanQrCode.ts";
import { type RunningServer, startServer } from "./server.ts";
import { makeLinkSurvey, voteByLink } from "./surveys.ts";

/**
 * `npm run pictures`: takes the pictures for the README and docs/meetings.md of the running product with the demo's
 * data, and stores them in `docs/pictures/`. The animated one shows a vote: a room's screen, and a phone on which one
 * of its people votes.
 */
const folder = join(import.meta.dirname, "../docs/pictures");
/** Pages that load a README wait for its pictures. */
const ANIMATION_MAX_BYTES = 300_000;
const QUESTION = "Shall we move Friday's release to Monday?";
/** How the others in the room vote while the picture runs: 1 Yes, 0 No, in steps that the screen shows. */
const OTHERS: readonly Answer[][] = [
  [1, 0, 1],
  [1, 1],
  [0, 1, 1, 1],
];

/** The sizes of the screen and the phone beside each other, in pixels of the pages. */
const SCREEN = { width: 860, height: 740 };
const PHONE = { width: 380, height: 740 };
const GAP = 20;
/** Between both, and around them. It stands out from a light page and from a dark one. */
const BACKGROUND = "#c9d6d5";
/** The width of the animated picture. */
const WIDTH = 900;

interface Frame {
  image: Buffer;
  /** How long it is shown, in milliseconds. */
  delay: number;
}

const server = await startServer({ demo: true, crowd: false, serverEnv: {} });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs() });
try {
  await takeStills(browser, server);
  await takeMeetingPictures({
    folder,
    openContext: (options) => openContext(server, { ...options, deviceScaleFactor: 1 }),
    open,
    beside,
  });
  for (const context of browser.contexts()) await context.close();
  const frames = await filmVote(browser, server);
  const file = join(folder, "vote.webp");
  await sharp(
    frames.map(({ image }) => image),
    { join: { animated: true } },
  )
    .webp({ quality: 60, effort: 6, minSize: true, loop: 0, delay: frames.map(({ delay }) => delay) })
    .toFile(file);
  const { size } = statSync(file);
  console.log(`vote.webp: ${frames.length} frames, ${Math.round(size / 1000)} kB`);
  if (size > ANIMATION_MAX_BYTES) throw new Error(`vote.webp has more than ${ANIMATION_MAX_BYTES} bytes`);
} finally {
  await browser.close();
  await server.stop();
}

async function openContext(
  { url: baseURL }: RunningServer,
  options: Parameters<Browser["newContext"]>[0],
  role?: DemoRole,
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, locale: "en-US", reducedMotion: "reduce", ...options });
  if (role) await signIn(context, role);
  return context;
}

/** Opens a page, and waits for its live connection and its pictures. */
async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await page.waitForLoadState("load");
  await page.evaluate(() => document.fonts.ready);
  return page;
}

async function takeStills(inBrowser: Browser, on: RunningServer): Promise<void> {
  /** @param last what appears last on the page */
  const take = async (
    context: BrowserContext,
    path: string,
    last: string | RegExp,
    [name, width]: [string, number],
  ) => {
    const page = await open(context, path);
    await page.getByText(last).first().waitFor();
    await sharp(await page.screenshot())
      .resize({ width })
      .webp({ quality: 80 })
      .toFile(join(folder, name));
  };
  const visitor = await openContext(on, { viewport: { width: 1200, height: 1200 } });
  await take(visitor, "/", "Live", ["home.webp", 1200]);
  const voted = await visitor.request.get("/api/allSuryesPage?sort=desc&state=open&limit=1");
  const [{ _id }] = (await voted.json()) as [{ _id: string }];
  const dark = await openContext(on, { ...phone, colorScheme: "dark" }, "pro-user");
  await take(dark, `/surveydetails/${_id}`, "Live", ["details-phone-dark.webp", 480]);
  const admin = await openContext(on, { viewport: { width: 1280, height: 1254 } }, "admin");
  await take(admin, "/dashboard/adminHome", /^\$\d/, ["dashboard.webp", 960]);
  for (const context of inBrowser.contexts()) await context.close();
}

/** A survey by open link from its code on the wall to its result, as the room's screen and one phone show it. */
async function filmVote(inBrowser: Browser, on: RunningServer): Promise<Frame[]> {
  const host = await openContext(on, { viewport: SCREEN });
  const token = await signIn(host, "surveyor");
  const id = await makeLinkSurvey(host.request, token, QUESTION);
  const screen = await open(host, `/surveys/${id}/present`);
  const code = screen.getByRole("img", { name: /^QR code/ });
  const link = String(await scanQrCode(screen, await code.screenshot(), "image/png"));
  const voter = await openContext(on, { ...phone, viewport: PHONE, deviceScaleFactor: 1 });
  const hand = await open(voter, link);

  const frames: Frame[] = [];
  const film = async (delay: number) => frames.push({ image: await beside(screen, hand), delay });
  let counted = 0;
  /** Others vote, until the screen counts their votes and all earlier ones. */
  const add = async (votes: readonly Answer[]) => {
    for (const vote of votes) await voteElsewhere(on, id, vote);
    counted += votes.length;
    await screen
      .getByText(new RegExp(`\\b${counted} (person has voted|people have voted|votes)`))
      .first()
      .waitFor();
  };

  await film(2000);
  await add(OTHERS[0] ?? []);
  await film(900);
  const yes = hand.getByRole("radio", { name: "Yes", exact: true });
  await yes.check();
  await film(1100);
  const vote = hand.getByRole("button", { name: "Vote Yes" });
  // A press counts only on a page that was seen for half a second.
  await hand.waitForTimeout(600);
  await vote.click();
  await hand.getByRole("heading", { name: "You voted Yes" }).waitFor();
  counted += 1;
  await add([]);
  await film(1500);
  await add(OTHERS[1] ?? []);
  await film(900);
  await screen.getByRole("button", { name: /^Show result/ }).click();
  await screen.getByText("Open link: one vote per browser, not verified.").first().waitFor();
  await film(1500);
  await add(OTHERS[2] ?? []);
  await film(3500);
  for (const context of inBrowser.contexts()) await context.close();
  return frames;
}

/** Someone else's vote by open link, from a browser of their own. */
async function voteElsewhere(on: RunningServer, id: string, vote: Answer): Promise<void> {
  const context = await openContext(on, {});
  await voteByLink(context.request, id, vote);
  await context.close();
}

/** Both pages as they look now, the screen on the left. */
async function beside(screen: Page, hand: Page): Promise<Buffer> {
  const [left, right] = [await screen.screenshot(), await hand.screenshot()];
  const [screenSize, phoneSize] = [screen.viewportSize() ?? SCREEN, hand.viewportSize() ?? PHONE];
  const width = screenSize.width + phoneSize.width + 3 * GAP;
  const canvas = { width, height: screenSize.height + 2 * GAP, channels: 3 as const, background: BACKGROUND };
  const both = await sharp({ create: canvas })
    .composite([
      { input: left, left: GAP, top: GAP },
      { input: right, left: screenSize.width + 2 * GAP, top: GAP },
    ])
    .png()
    .toBuffer();
  return sharp(both).resize({ width: WIDTH }).png().toBuffer();
}
