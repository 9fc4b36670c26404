import { join } from "node:path";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import sharp from "sharp";
import { castByToken, poster } from "./meetings.ts";
import { bearer, signIn } from "./people.ts";

/** The tools that `npm run pictures` provides for pictures of a meeting. */
interface Studio {
  folder: string;
  openContext: (options: { viewport: { width: number; height: number } }) => Promise<BrowserContext>;
  open: (context: BrowserContext, path: string) => Promise<Page>;
  /** Both pages as they look now, the screen on the left. */
  beside: (screen: Page, hand: Page) => Promise<Buffer>;
}

const SCREEN = { width: 1280, height: 720 };
const PHONE = { width: 400, height: 720 };

const NAME = "Choir assembly 2026";
const MEMBERS = ["Ada Berg", "Ben Cole", "Cem Demir", "Dora Evans", "Emil Frey", "Fay Gray", "Gus Hill", "Hugo Ivers"];
const ON_PAPER = ["Iris Jones", "Greta Olsen", "Hans Meyer", "Ida Novak"];
const QUESTIONS = [
  "Shall the membership fee rise from 40 to 48 euros?",
  "Do we elect Ada Berg as treasurer?",
  "Shall we sell the piano?",
] as const;
/** Passes with more than half; named, so that the chair may make codes. */
const SETTINGS = {
  privacy: "named",
  unsure: true,
  passRule: { needs: "moreThan", share: "1/2", of: "sides", quorum: null },
  minutes: 5,
};

/**
 * Takes the pictures of docs/meetings.md: the form, the chair's page, the screen beside a phone before and after, the
 * record.
 */
export async function takeMeetingPictures(studio: Studio): Promise<void> {
  const { folder, openContext, open } = studio;
  const save = (name: string, image: Buffer) =>
    sharp(image)
      .webp({ quality: 80 })
      .toFile(join(folder, `meeting-${name}.webp`));
  const chair = await openContext({ viewport: { width: 760, height: 998 } });
  const token = await signIn(chair, "surveyor");
  await save("form", await fillForm(await open(chair, "/dashboard/meetings/new")));

  const meeting = await makeAssembly(chair, token);
  await meeting.ask(0);
  await meeting.vote([1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 2]);
  const page = await open(chair, `/dashboard/meetings/${meeting.id}`);
  await page.setViewportSize({ width: 1120, height: 710 });
  await page.getByRole("button", { name: "Open question 2" }).waitFor();
  await save("chair", await page.screenshot());

  const wall = await open(await openContext({ viewport: SCREEN }), `/meetings/${meeting.id}/wall`);
  const hand = await open(await openContext({ viewport: PHONE }), `/i#${meeting.codes[0]}`);
  await meeting.ask(1);
  const yes = hand.getByRole("radio", { name: "Yes", exact: true });
  await yes.check();
  await meeting.vote([1, 1, 1, 0, 0], 1);
  await expect(wall.locator(".wall-count")).toContainText("5", { timeout: 30_000 });
  await save("open", await studio.beside(wall, hand));
  // A press counts only on a page that was seen for half a second.
  await hand.waitForTimeout(600);
  await hand.getByRole("button", { name: "Vote Yes" }).click();
  await meeting.vote([1, 1, 1, 0, 0, 2], 6);
  for (const each of [wall, hand])
    await each
      .getByText(/^Passed, 7 Yes to 4 No/)
      .first()
      .waitFor();
  await wall.waitForTimeout(2000);
  await save("verdict", await studio.beside(wall, hand));

  await page.goto(`/meetings/${meeting.id}/record`);
  await page.setViewportSize({ width: 720, height: 720 });
  await page.getByRole("heading", { name: QUESTIONS[1] }).waitFor();
  // This part appears last.
  await page.getByText("Text for the minutes", { exact: true }).first().waitFor();
  await save("record", await page.screenshot());
}

/** @returns the picture of the form once it is filled in */
async function fillForm(page: Page): Promise<Buffer> {
  await page.getByRole("textbox", { name: "Name" }).fill(NAME);
  const addresses = MEMBERS.map((name) => `${name}, ${name.split(" ")[0]?.toLowerCase()}@example.org`);
  await page.getByLabel("Who can vote?").fill([...addresses, ...ON_PAPER].join("\n"));
  await page.getByText(/^12 people/).waitFor();
  await page.getByRole("textbox", { name: "First question" }).fill(QUESTIONS[0]);
  for (const question of QUESTIONS.slice(1)) {
    await page.keyboard.press("Enter");
    await page.keyboard.type(question);
  }
  await page.getByRole("textbox", { name: "Question 3" }).blur();
  return page
    .locator("form")
    .filter({ has: page.getByLabel("Who can vote?") })
    .screenshot();
}

/** A meeting of the same people, each with a code. */
async function makeAssembly({ request }: BrowserContext, token: string) {
  const post = poster(request, token);
  const { insertedId: id } = await post<{ insertedId: string }>("/meetings", { name: NAME, defaults: SETTINGS });
  const rows = [...MEMBERS, ...ON_PAPER].map((label) => ({ label }));
  const { codes: issued } = await post<{ codes: { code: string }[] }>(`/surveys/${id}/invitations`, {
    rows,
    dryRun: false,
  });
  const codes = issued.map(({ code }) => code);
  const drafts: { _id: string; version: number }[] = [];
  for (const Title of QUESTIONS) drafts.push(await post(`/meetings/${id}/drafts`, { Title }));
  let surveyId: string | null = null;
  return {
    id,
    codes,
    async ask(index: number): Promise<void> {
      const draft = drafts[index];
      const opened: { surveyId: string } = await post(`/meetings/${id}/questions`, {
        draft: draft?._id,
        version: draft?.version,
        after: surveyId,
      });
      surveyId = opened.surveyId;
    },
    /** Lets the people vote from one position of the list on; waits for the end once all have. */
    async vote(answers: readonly Answer[], from = 0): Promise<void> {
      for (const [index, answer] of answers.entries()) {
        const opened = await request.post("/api/invitation", { data: { token: codes[from + index] } });
        await expect(opened).toBeOK();
        const invitation = (await opened.json()) as { token: string };
        await castByToken(request, surveyId ?? "", invitation.token, answer);
      }
      if (from + answers.length < codes.length) return;
      const state = async () => {
        const answer = await request.get(`/api/meetings/${id}`, { headers: bearer(token) });
        return ((await answer.json()) as { question: { state: string } }).question.state;
      };
      await expect.poll(state, { timeout: 15_000 }).toBe("closed");
    },
  };
}
