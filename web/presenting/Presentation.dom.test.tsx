import { listShortAddresses } from "@survey-app/contract/sharing/shortAddresses.ts";
import { DAY_MS, isoTime } from "@survey-app/contract/text/time.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";
import { letterOf } from "./useKeys.ts";

let t: TestApp;
let admin: Account;
let surveyor: Account;
beforeAll(async () => {
  t = await startServer({ surveyReview: "listed" });
  admin = await signUp(t, { name: "Ada Admin", role: "admin" });
  surveyor = await signUp(t, { name: "Sam Surveyor", role: "surveyor" });
});
afterAll(() => t.close());

const host = () => t.config.publicUrl.replace("http://", "");
const publish = (Title: string, more: object = {}) => t.makeSurvey(surveyor, { publishedBy: admin, Title, ...more });

test("a room sees the question and how many have voted, and the result only once R is pressed", async () => {
  const id = await publish("What does the room think?");
  await t.request(castVote, { as: surveyor, body: { SurveyID: id, vote: 1 } });
  const { user, ...page } = await openPage(t, `/surveys/${id}/present`);
  await page.findByRole("heading", { name: "What does the room think?" });
  page.getByRole("img", { name: "QR code with the link to: What does the room think?" });
  page.getByText("person has voted");
  within(document.querySelector<HTMLElement>(".presentation") as HTMLElement).getByText("Survey App");
  expect(page.queryByText("Yes leads, 1 to 0")).toBeNull();
  await user.keyboard("{Control>}r{/Control}");
  expect(page.queryByText("Yes leads, 1 to 0")).toBeNull();
  await user.keyboard("r");
  await page.findByText("Yes leads, 1 to 0", { ignore: "[aria-live]" });
  await user.click(page.getByRole("button", { name: /^Hide result/ }));
  expect(page.queryByText("Yes leads, 1 to 0")).toBeNull();
});

test.each([
  ["Russian", "к"],
  ["Arabic", "ق"],
  ["Hebrew", "ר"],
  ["Greek", "ρ"],
  ["Korean", "ㄱ"],
  ["taken by an input method", "Process"],
])("R is the key in its place where the keyboard has other letters: %s", (_, key) => {
  expect(letterOf({ key, code: "KeyR" })).toBe("r");
});

test.each([
  ["r", "KeyO", "r"],
  ["R", "KeyR", "r"],
  ["p", "KeyR", "p"],
  ["é", "Digit2", "é"],
  ["Enter", "Enter", "enter"],
  ["٢", "Digit2", "٢"],
])("a key that types %s is that key, wherever it is", (key, code, letter) => {
  expect(letterOf({ key, code })).toBe(letter);
});

test("the keys of a presentation work on a keyboard for Russian", async () => {
  const id = await publish("What does the room press?");
  await t.request(castVote, { as: surveyor, body: { SurveyID: id, vote: 1 } });
  const { user, ...page } = await openPage(t, `/surveys/${id}/present`);
  await page.findByRole("heading", { name: "What does the room press?" });
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "к", code: "KeyR", bubbles: true }));
  await page.findByText("Yes leads, 1 to 0", { ignore: "[aria-live]" });
});

test("a screen reader says the total of a presentation, and T says it again; the result only once it is shown", async () => {
  const id = await publish("What does the room hear?");
  await t.request(castVote, { as: surveyor, body: { SurveyID: id, vote: 1 } });
  const { user, ...page } = await openPage(t, `/surveys/${id}/present`);
  await page.findByRole("heading", { name: "What does the room hear?" });
  const said = () => document.querySelector("[aria-live=polite].sr-only")?.textContent;
  expect(said()).toBe("");
  await user.keyboard("t");
  await expect.poll(said).toBe("1 person has voted");
  await user.click(page.getByRole("button", { name: /^Read out the total/ }));
  await expect.poll(said).toBe("1 person has voted\u00a0");
  await user.keyboard("r");
  await expect.poll(said).toBe("Yes leads, 1 to 0");
  await user.keyboard("r");
  await expect.poll(said).toBe("1 person has voted");
});

test("letter keys can be turned off for people who dictate", async () => {
  const id = await publish("What does a dictating host see?");
  const { user, ...page } = await openPage(t, `/surveys/${id}/present`);
  await page.findByRole("heading", { name: "What does a dictating host see?" });
  page.getByRole("button", { name: "Show result here R" });
  await user.click(page.getByRole("button", { name: "Letter keys: on" }));
  await user.keyboard("r");
  await user.click(page.getByRole("button", { name: "Show result here" }));
  await user.click(page.getByRole("button", { name: "Letter keys: off" }));
  await user.keyboard("r");
  page.getByRole("button", { name: "Show result here R" });
});

// Security: F12
test("a room sees what visitors see, also where the person who presents has voted and sees more", async () => {
  const id = await publish("Shown after your own vote?", { results: "afterVote" });
  await t.request(castVote, { as: surveyor, body: { SurveyID: id, vote: 1 } });
  const { user, ...page } = await openPage(t, `/surveys/${id}/present`, { as: surveyor });
  await page.findByRole("heading", { name: "Shown after your own vote?" });
  await user.keyboard("r");
  page.getByText("person has voted");
  await page.findByText("You'll see the result after you vote.");
  expect(page.queryByText(/for Yes|100%/)).toBeNull();
});

test("a room goes on to surveys that people can vote on now, not to one that starts later", async () => {
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const link = { electorate: "link", deadline: inDays(9) } as const;
  const later = { createDate: inDays(1), scheduled: true };
  const [id] = [
    await t.makeSurvey(surveyor, { Title: "Which comes first?", ...link }),
    await t.makeSurvey(surveyor, { Title: "Which can follow?", ...link }),
    await t.makeSurvey(surveyor, { Title: "Which starts later?", ...link, ...later }),
  ];
  const { user, ...page } = await openPage(t, `/surveys/${id}/present`, { as: surveyor });
  await page.findByRole("heading", { name: "Which comes first?" });
  await user.click(await page.findByRole("button", { name: /^Next question/ }));
  const dialog = within(await page.findByRole("dialog", { name: "Next question" }));
  // The room sees this screen, so the list is shown only when asked for.
  await user.click(await dialog.findByRole("button", { name: "Choose one of your open questions" }));
  await dialog.findByRole("button", { name: "Open: Which can follow?" });
  expect(dialog.queryByRole("button", { name: "Open: Which starts later?" })).toBeNull();
});

test("the share panel leads to the flyer and the page for a room, and has the code for other sites", async () => {
  const id = await publish('Is "quoted" & <b>bold</b> fine?');
  const { user, ...page } = await openPage(t, `/surveydetails/${id}`);
  await user.click(await page.findByRole("button", { name: "Share" }));
  const panel = within(await page.findByRole("dialog", { name: "Share this survey" }));
  const hrefOf = (name: string) => panel.getByRole("link", { name }).getAttribute("href");
  expect([hrefOf("Flyer A4"), hrefOf("Flyer A5"), hrefOf("Show on the screen")]).toEqual([
    `/surveys/${id}/flyer`,
    `/surveys/${id}/flyer?size=a5`,
    `/surveys/${id}/present`,
  ]);
  const { publicUrl } = t.config;
  expect(panel.getByLabelText("Code for your page")).toHaveProperty(
    "value",
    `<iframe src="${publicUrl}/embed/surveys/${id}" title="Is &quot;quoted&quot; &amp; &lt;b&gt;bold&lt;/b&gt; fine?" width="560" height="330" style="border:0;max-width:100%" loading="lazy"></iframe>\n<script async src="${publicUrl}/embed.js"></script>`,
  );
});

test("the flyer has the question, the code, the link and the deadline", async () => {
  const deadline = "2199-01-01T12:00:00Z";
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const id = await publish("Who comes to the party?", { deadline });
  const page = await openPage(t, `/surveys/${id}/flyer?size=a5`);
  await page.findByRole("heading", { level: 2, name: "Who comes to the party?" });
  page.getByRole("img", { name: "QR code with the link to: Who comes to the party?" });
  page.getByText("Point your phone's camera at the code and vote Yes or No.");
  page.getByText(`Vote until 01-01-2199, ${isoTime(deadline, timeZone)} (${timeZone})`);
  page.getByText(`${host()}/surveydetails/${id}`);
  expect(page.getByRole("link", { name: "A5" }).getAttribute("aria-current")).toBe("page");
});

/** The text of the short address on the page, once it is there. */
async function shortAddressOn(page: Awaited<ReturnType<typeof openPage>>): Promise<string> {
  const start = await page.findByText((_, element) => element?.tagName === "P" && /\/v\//.test(element.textContent));
  return start.textContent;
}

test("the owner's presentation has a short address, which then is on everyone's; before that it has the survey's own", async () => {
  const id = await publish("Where do we go?");
  const path = `/surveys/${id}/present`;
  const before = await openPage(t, path);
  before.getByText(`${host()}/surveydetails/${id}`);
  const address = await shortAddressOn(await openPage(t, path, { as: surveyor }));
  const { presentation } = await t.request(listShortAddresses, { as: surveyor, params: { id } });
  expect(address).toBe(`${host()}/v/${presentation}`);
  expect(await shortAddressOn(await openPage(t, path, { as: surveyor }))).toBe(address);
  expect(await shortAddressOn(await openPage(t, path))).toBe(address);
});

test("the owner's flyer has a longer code in groups of four, again when it is printed again", async () => {
  const id = await publish("Who reads paper?");
  const path = `/surveys/${id}/flyer`;
  const address = await shortAddressOn(await openPage(t, path, { as: surveyor }));
  const { flyer } = await t.request(listShortAddresses, { as: surveyor, params: { id } });
  expect(address).toBe(`${host()}/v/${flyer?.slice(0, 4)}-${flyer?.slice(4)}`);
  expect(await shortAddressOn(await openPage(t, `${path}?size=a5`, { as: admin }))).toBe(address);
});

test("a survey for invited people doesn't show a short address on its screen", async () => {
  const id = await publish("Who is invited?", { electorate: "invited" });
  const page = await openPage(t, `/surveys/${id}/present`, { as: surveyor });
  await page.findByText(`${host()}/surveydetails/${id}`);
  page.getByText("Scan to follow the voting, or open");
});

test.each(["present", "flyer"])(
  "a survey that awaits review has no page to %s it, also for its owner",
  async (what) => {
    const id = await t.makeSurvey(surveyor, { Title: "Not public yet?" });
    expect((await t.app.inject({ url: `/surveys/${id}/${what}` })).statusCode).toBe(404);
    const page = await openPage(t, `/surveys/${id}/${what}`, { as: surveyor });
    await page.findByRole("heading", { name: /not found/i });
    expect(page.queryByText("Not public yet?")).toBeNull();
  },
);
