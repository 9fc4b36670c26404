import type { Page } from "@playwright/test";
import type { IssuedCode } from "@survey-app/contract/invitations/invitations.ts";
import { isNightly } from "../tools/test/testFiles.ts";
import { newcomer } from "./accounts.ts";
import { adaptations } from "./adaptations.ts";
import { collisions } from "./collisions.ts";
import { cutOff } from "./cutOff.ts";
import { expect, type Fixtures, test } from "./fixtures.ts";
import { Hand } from "./hand.ts";
import { bearer, signIn } from "./people.ts";
import { sidewaysScroll } from "./sidewaysScroll.ts";
import { demoSurvey, makeInvitedSurvey, makeLinkSurvey } from "./surveys.ts";

// Distributes the journeys over the workers.
test.describe.configure({ mode: "parallel" });

/** The side of the buttons that matter most, in pixels (WCAG 2.5.5). */
const LARGE = 44;

/** The fixtures with which a journey is prepared. */
type Needs = Pick<Fixtures, "publishSurvey" | "tokenFor">;
/** A journey: the preparation of its page, its address, the steps to the last press, and the expected end. */
interface Journey {
  prepare(page: Page, needs: Needs): Promise<string>;
  go(by: Hand): Promise<void>;
}

const panelOf = ({ page }: Hand) => page.getByRole("region", { name: "Result and vote" });
const answer = (by: Hand, name: string) => by.page.getByRole("radio", { name, exact: true });

async function vote(by: Hand): Promise<void> {
  await by.pick(answer(by, "No"), LARGE);
  await by.press(by.page.getByRole("button", { name: "Vote No", exact: true }), LARGE);
  await expect(panelOf(by).getByRole("group", { name: "You voted" })).toBeFocused();
}

/** Adds a survey for invited people. @returns the address that a code opens */
async function invite(page: Page, { tokenFor }: Needs): Promise<string> {
  const headers = bearer(await tokenFor("surveyor"));
  const id = await makeInvitedSurvey(page.request, headers, "Test: Shall we meet again?");
  const codes = await page.request.post(`/api/surveys/${id}/invitations/codes`, { headers, data: { count: 1 } });
  const [{ code }] = (await codes.json()) as [IssuedCode];
  return `/i#${code}`;
}

const journeys: Record<string, Journey> = {
  "vote from a link": {
    async prepare(page, { publishSurvey }) {
      await signIn(page, "user");
      return `/surveydetails/${await publishSurvey({ title: "Can every hand vote?" })}`;
    },
    go: vote,
  },
  "sign up and vote": {
    prepare: async (_, { publishSurvey }) =>
      `/surveydetails/${await publishSurvey({ title: "Can every hand sign up?" })}`,
    async go(by) {
      const { page } = by;
      await by.pick(answer(by, "No"), LARGE);
      await by.press(panelOf(by).getByRole("link", { name: "Sign up with email" }));
      await expect(page.getByRole("heading", { level: 1, name: "Create an account" })).toBeFocused();
      await by.type(page.getByLabel("Name"), "Hanna Hand");
      await by.type(page.getByLabel("Email"), `hanna.${crypto.randomUUID()}@example.org`);
      await by.type(page.getByLabel("Password"), "Kettle-on7!");
      await by.press(page.getByRole("button", { name: "Create account" }));
      await expect(answer(by, "No")).toBeChecked();
      await by.press(panelOf(by).getByRole("button", { name: "Vote No" }), LARGE);
      await expect(panelOf(by).getByRole("group", { name: "You voted" })).toBeFocused();
    },
  },
  "vote by invitation": { prepare: invite, go: vote },
  "vote by show of hands": {
    prepare: async ({ request }, { tokenFor }) =>
      `/surveydetails/${await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Can every hand be raised?")}`,
    go: vote,
  },
  "ask with a preset": {
    async prepare(page) {
      await signIn(page, "surveyor");
      return "/ask";
    },
    async go(by) {
      const { page } = by;
      await by.type(page.getByRole("textbox", { name: "Your question" }), "Test: Can every hand ask?");
      await by.pick(page.getByRole("radio", { name: "Show of hands" }));
      await by.press(page.getByRole("button", { name: "Publish" }), LARGE);
      await expect(page.getByRole("link", { name: "Show on the screen" })).toBeVisible();
    },
  },
  "read a result": {
    async prepare({ request }) {
      return `/surveys/${(await demoSurvey(request, "ended"))._id}/results`;
    },
    async go(by) {
      const { page } = by;
      await expect(page.getByRole("table").first()).toBeVisible();
      await by.press(page.locator("summary", { hasText: "Show as table" }));
      await by.reach(page.getByRole("region", { name: "Votes by day" }));
      await expect(page.getByRole("table", { name: "Totals at the end of each day (UTC)" })).toBeVisible();
    },
  },
  "check a receipt": {
    async prepare(page, { publishSurvey }) {
      const token = await signIn(page, "user");
      const id = await publishSurvey({ title: "Can every hand check?" });
      const data = { SurveyID: id, vote: 1 };
      await expect(await page.request.post("/api/serveyVoting", { headers: bearer(token), data })).toBeOK();
      return `/surveydetails/${id}`;
    },
    async go(by) {
      await by.press(panelOf(by).getByRole("button", { name: "Check that my vote is counted" }));
      const dialog = by.page.getByRole("dialog");
      await by.press(dialog.getByRole("button", { name: "Check", exact: true }));
      await expect(dialog.getByText("Your Yes vote is counted (no. 1 of 1)")).toBeVisible();
      await by.press(dialog.getByRole("button", { name: "Close" }));
      await expect(panelOf(by).getByRole("button", { name: "Check that my vote is counted" })).toBeFocused();
    },
  },
  "pay by card": {
    async prepare(page) {
      await newcomer(page, "Petra Payer");
      return "/membarShip";
    },
    async go(by) {
      const { page } = by;
      await by.press(page.getByRole("link", { name: "Choose PRO" }));
      await by.type(page.getByLabel("Card number"), "4242424242424242");
      await by.type(page.getByLabel("Expiry"), `12${(new Date().getUTCFullYear() + 3) % 100}`);
      await by.type(page.getByLabel("CVC"), "123");
      await by.press(page.getByRole("button", { name: "Pay $12.00" }), LARGE);
      await expect(page.getByRole("region", { name: "Thank you pro user member" })).toBeFocused();
    },
  },
  "review a survey": {
    async prepare(page, { tokenFor }) {
      const headers = bearer(await tokenFor("surveyor"));
      const { image } = await demoSurvey(page.request, "running");
      const data = { Title: "Test: Can every hand review?", category: "Cleaning Tools", image };
      await expect(await page.request.post("/api/surveysForm", { headers, data })).toBeOK();
      await signIn(page, "admin");
      return "/dashboard/admin/surveys?status=1";
    },
    async go(by) {
      const { page } = by;
      await by.press(page.getByRole("button", { name: "publish: Test: Can every hand review?" }).first());
      await by.press(page.getByRole("dialog").getByRole("button", { name: "publish", exact: true }), LARGE);
      await expect(page.getByText("Test: Can every hand review? is published.").first()).toBeVisible();
    },
  },
};

/** Nothing is beyond the window's edges, and no word is cut off or covered by another. */
async function expectNothingLost(page: Page): Promise<void> {
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await cutOff(page)).toEqual([]);
  expect(await collisions(page)).toEqual([]);
}

/** By day the longest journey, with each kind of adaptation once; at night all journeys. */
const daily = [
  "vote from a link by one switch",
  "vote by show of hands at 400 % zoom",
  "vote by show of hands with a font size of 32 px",
  "ask with a preset by one switch",
];

for (const [name, { prepare, go }] of Object.entries(journeys)) {
  const ways: Record<string, (page: Page) => Promise<Hand>> = {
    "by keyboard": async (page) => new Hand(page, "keyboard"),
    "by one switch": async (page) => new Hand(page, "switch"),
  };
  for (const [adaptation, adapt] of Object.entries(adaptations))
    ways[adaptation] = async (page) => {
      await adapt(page);
      return new Hand(page, "keyboard", expectNothingLost);
    };
  for (const [way, begin] of Object.entries(ways)) {
    if (!isNightly && !daily.includes(`${name} ${way}`)) continue;
    test(`${name} ${way}`, async ({ freshPage, publishSurvey, tokenFor }) => {
      const page = await freshPage();
      const path = await prepare(page, { publishSurvey, tokenFor });
      const by = await begin(page);
      await page.goto(path);
      await go(by);
      await expectNothingLost(page);
    });
  }
}
