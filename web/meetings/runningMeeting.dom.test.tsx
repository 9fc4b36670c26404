import { changeDraft, openQuestion } from "@survey-app/contract/meetings/meetingQuestions.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { meetingsOf } from "../../server/testing/meetings.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
const meetings = meetingsOf(() => ({ t, surveyor: owner }));
beforeAll(async () => {
  t = await startServer();
  owner = await signUp(t, { role: "surveyor" });
});
afterAll(() => t.close());

const open = (id: string, section = "", as = owner) => openPage(t, `/dashboard/meetings/${id}${section}`, { as });
const titlesOf = async (id: string) => (await meetings.manage(id)).drafts.map(({ Title }) => Title);
const half = { needs: "moreThan", share: "1/2", of: "sides", quorum: null } as const;

test("from the links to the verdict: each state has one main action", async () => {
  const { id, voters } = await meetings.make(5);
  for (const Title of ["Is it the first?", "Is it the second?"]) await meetings.addDraft(id, { Title });
  const { user, ...page } = await open(id);
  const step = within(await page.findByRole("region", { name: "Next step" }));
  await user.click(await step.findByRole("button", { name: "Send 5 links" }));
  const sending = within(await page.findByRole("dialog", { name: "Send the links now?" }));
  sending.getByText(/invites you: General assembly/);
  await user.click(sending.getByRole("button", { name: "Send the links" }));
  const show = await step.findByRole("link", { name: "Show on the screen" });
  expect(show.getAttribute("href")).toBe(`/meetings/${id}/wall`);
  // Where no one is signed in, a code shows the meeting.
  await step.findByText(/^\/w\/[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  await user.click(step.getByRole("button", { name: "Open question 1" }));

  const asking = within(await page.findByRole("dialog", { name: "Open question 1" }));
  asking.getByText("Is it the first?");
  asking.getByRole("radio", { name: "Abstain" });
  asking.getByText("5 people can vote.");
  await expectAccessible();
  await user.click(asking.getByRole("button", { name: "Open" }));
  await asking.findByText("Voting opens in 3");
  await user.click(asking.getByRole("button", { name: "Cancel" }));
  expect((await meetings.manage(id)).begun).toBe(false);

  await user.click(step.getByRole("button", { name: "Open question 1" }));
  await user.click(within(page.getByRole("dialog")).getByRole("button", { name: "Open" }));
  const running = within(await page.findByRole("region", { name: /^Question 1/ }));
  running.getByText("0 of 5 have voted");
  await expectAccessible();
  const { question } = await meetings.manage(id);
  for (const voter of voters.slice(0, 4)) await meetings.vote(question?.surveyId ?? "", voter, 1);
  await running.findByText("4 of 5 have voted");
  // With a ballot, it can't be taken back.
  expect(running.queryByRole("button", { name: "Withdraw" })).toBeNull();
  await meetings.vote(question?.surveyId ?? "", voters[4], 0);
  await page.findByText("Ended when everyone had voted.", { exact: false });
  // The chair reads it out where the next step stands.
  for (const name of ["Next step", "Asked so far"]) within(page.getByRole("region", { name })).getByText(/^Yes won/);
  // A draft has the number with which it will be opened.
  expect(page.getByText("Is it the second?").closest("li")?.textContent).toMatch(/^2/);
  await expectAccessible();

  // The second one takes one press.
  await user.click(await page.findByRole("button", { name: "Open question 2" }));
  await page.findByRole("region", { name: /^Question 2/ });
});

test("a question without a ballot is taken back, and repeated for a reason", async () => {
  const { id } = await meetings.make(5);
  await meetings.open(id, { Title: "Is it wrong?" });
  const { user, ...page } = await open(id);
  await user.click(await page.findByRole("button", { name: "Withdraw" }));
  const dialog = within(await page.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Withdraw" }));
  await page.findByText("Withdrawn before the first vote");
  await user.click(page.getByRole("button", { name: "Repeat question 1" }));
  const repeating = within(await page.findByRole("dialog", { name: "Repeat question 1" }));
  await user.click(repeating.getByRole("button", { name: "Repeat" }));
  await repeating.findByText("Reason is required");
  await user.type(repeating.getByRole("textbox", { name: "Reason" }), "A word was wrong");
  await user.click(repeating.getByRole("button", { name: "Repeat" }));
  await page.findByText("Repeats question 1: “A word was wrong”");
});

test("the owner can shorten an open question without a pass rule, but not one with a rule", async () => {
  const { id, voters } = await meetings.make(2);
  const first = await meetings.open(id, { Title: "Is it long?" });
  await meetings.vote(first.surveyId, voters[0], 1);
  const { user, ...page } = await open(id);
  await page.findByText("1 of 2 has voted");
  await user.click(await page.findByRole("button", { name: "End in 30 seconds" }));
  const dialog = within(await page.findByRole("dialog", { name: "End this question in 30 seconds?" }));
  await user.click(dialog.getByRole("button", { name: "End in 30 seconds" }));
  await page.findByText(/^0:(30|2\d) left$/);

  const ruled = await meetings.make(2);
  await meetings.open(ruled.id, { Title: "Is it ruled?", passRule: half });
  const other = await open(ruled.id);
  await other.findByText("0 of 2 have voted");
  expect(other.queryByRole("button", { name: "End in 30 seconds" })).toBeNull();
});

test("drafts are added by Enter, moved by buttons, edited and removed", async () => {
  const { id } = await meetings.make(5);
  const { user, ...page } = await open(id);
  const field = await page.findByRole("textbox", { name: "Add a question" });
  for (const Title of ["A?", "B?", "C?"]) {
    await user.type(field, `${Title}{Enter}`);
    await page.findByRole("button", { name: `More: ${Title}` });
  }
  expect(await titlesOf(id)).toEqual(["A?", "B?", "C?"]);
  await user.click(page.getByRole("button", { name: "Move up: C?" }));
  await page.findByText("Now number 2: C?");
  const up = page.getByRole("button", { name: "Move up: C?" });
  await waitFor(() => expect(document.activeElement).toBe(up));
  expect(await titlesOf(id)).toEqual(["A?", "C?", "B?"]);
  await user.click(page.getByRole("button", { name: "Edit the question: C?" }));
  const editing = within(await page.findByRole("dialog", { name: "Edit the question" }));
  const title = editing.getByRole("textbox", { name: "Question" });
  await user.clear(title);
  await user.type(title, "C, too?");
  await user.click(editing.getByRole("radio", { name: "Secret" }));
  await expectAccessible();
  await user.click(editing.getByRole("button", { name: "Save" }));
  await page.findByText("C, too?");
  await user.click(page.getByRole("button", { name: "Remove: B?" }));
  await user.click(within(await page.findByRole("dialog")).getByRole("button", { name: "Remove" }));
  await waitFor(async () => expect(await titlesOf(id)).toEqual(["A?", "C, too?"]));
  expect((await meetings.manage(id)).drafts[1]).toMatchObject({ privacy: "secret" });
});

test("a change made elsewhere is shown where it matters, and nothing is sent again without a press", async () => {
  const { id } = await meetings.make(5);
  const draft = await meetings.addDraft(id, { Title: "Is it mine?" });
  await meetings.addDraft(id, { Title: "Is it next?" });
  const { user, ...page } = await open(id);
  await user.click(await page.findByRole("button", { name: "Edit the question: Is it mine?" }));
  const editing = within(await page.findByRole("dialog", { name: "Edit the question" }));
  const params = { meeting: id, draft: draft._id };
  await t.request(changeDraft, { as: owner, params, body: { Title: "Is it theirs?", version: draft.version } });
  const title = editing.getByRole("textbox", { name: "Question" });
  await user.clear(title);
  await user.type(title, "Is it ours?");
  await user.click(editing.getByRole("button", { name: "Save" }));
  await editing.findByText(/It now reads “Is it theirs\?”/);
  expect(title).toHaveProperty("value", "Is it ours?");
  expect((await titlesOf(id))[0]).toBe("Is it theirs?");
  await user.click(editing.getByRole("button", { name: "Save" }));
  await waitFor(async () => expect((await titlesOf(id))[0]).toBe("Is it ours?"));

  // Another device opens a question while this one counts down.
  await user.click(await page.findByRole("button", { name: "Open question 1" }));
  const opening = within(await page.findByRole("dialog", { name: "Open question 1" }));
  const next = (await meetings.manage(id)).drafts[1];
  if (next) await t.request(openQuestion, { as: owner, ...(await meetings.openRequest(id, next)) });
  await user.click(opening.getByRole("button", { name: "Open" }));
  await opening.findByRole("alert");
  expect((await meetings.manage(id)).questions).toHaveLength(1);
  await page.findByRole("region", { name: /^Question 1/ });
});

test("a motion from the floor is typed and opened right away", async () => {
  const { id, voters } = await meetings.make(1);
  const { surveyId } = await meetings.open(id, { Title: "Is it planned?" });
  await meetings.vote(surveyId, voters[0], 1);
  const { user, browser, ...page } = await open(id);
  await page.findByText("Asked so far", {}, { timeout: 20_000 });
  const field = await page.findByRole("textbox", { name: "Add a question" });
  await user.click(await page.findByRole("button", { name: "Open now" }));
  expect(field.getAttribute("aria-invalid")).toBe("true");
  await user.type(field, "Is it new?");
  await user.click(page.getByRole("button", { name: "Open now" }));
  await page.findByRole("region", { name: /^Question 2/ });
  expect((await meetings.manage(id)).question?.Title).toBe("Is it new?");
  // It is empty for the next one, which isn't wrong.
  await waitFor(() => expect(field).toHaveProperty("value", ""));
  expect(field.getAttribute("aria-invalid")).toBeNull();
  const again = await openPage(t, location.pathname, { as: owner, browser });
  expect(await again.findByRole("textbox", { name: "Add a question" })).toHaveProperty("value", "");
});

test("a meeting is changed, ended and copied; one that has not begun is deleted", async () => {
  const { id } = await meetings.make(5);
  await meetings.addDraft(id, { Title: "Is it copied?" });
  const { user, ...page } = await open(id);
  await user.click(await page.findByRole("button", { name: "Change the meeting" }));
  const changing = within(await page.findByRole("dialog", { name: "Change the meeting" }));
  const name = changing.getByRole("textbox", { name: "Name" });
  await user.clear(name);
  await user.type(name, "Spring meeting");
  await expectAccessible();
  await user.click(changing.getByRole("button", { name: "Save" }));
  await page.findByRole("heading", { level: 1, name: /^Spring meeting/ });

  await user.click(page.getByRole("link", { name: "New meeting from this one" }));
  await page.findByText(/^Copied from .* get new links/);
  await user.type(page.getByRole("textbox", { name: "Name" }), "Autumn meeting");
  await user.click(page.getByRole("button", { name: "Continue" }));
  await page.findByRole("heading", { level: 1, name: /^Autumn meeting/ });
  const copy = location.pathname.split("/")[3] ?? "";
  expect(await titlesOf(copy)).toEqual(["Is it copied?"]);
  await user.click(page.getByRole("button", { name: "Delete the meeting" }));
  await user.click(within(page.getByRole("dialog")).getByRole("button", { name: "Delete the meeting" }));
  await page.findByRole("heading", { level: 1, name: "Meetings" });
  await page.findByRole("link", { name: "Spring meeting" });
  await expectAccessible();
});

test("after another start, one press corrects the links that were sent", async () => {
  const { id } = await meetings.make(3, { startsAt: "2031-05-04T18:30:00.000Z" });
  await t.database.db.updateTable("invitations").set({ state: "sent" }).where("survey_id", "=", id).execute();
  await t.database.db.updateTable("meetings").set({ correction_due: 1 }).where("id", "=", id).execute();
  const { user, ...page } = await open(id);
  await user.click(await page.findByRole("button", { name: "Send a correction to 3 people" }));
  await page.findByText("Correction on its way to 3 people.");
  await waitFor(() => expect(page.queryByRole("button", { name: /^Send a correction/ })).toBeNull());
  await expectAccessible();
});

test("an admin allows codes for a meeting, and can't read drafts", async () => {
  const admin = await signUp(t, { role: "admin" });
  const { id } = await meetings.make(5);
  await meetings.addDraft(id, { Title: "Is it hidden?" });
  const { user, ...page } = await open(id, "", admin);
  await page.findByRole("heading", { level: 1, name: "General assembly" });
  expect(document.body.textContent).not.toContain("Is it hidden?");
  await user.click(page.getByRole("button", { name: "Allow codes" }));
  const dialog = within(await page.findByRole("dialog", { name: "Allow codes for this meeting?" }));
  await user.click(dialog.getByRole("button", { name: "Allow codes" }));
  await waitFor(async () => expect((await meetings.manage(id)).codesAllowed).toBe(true));
  await page.findByText(/^Codes allowed: .*General assembly/);
  await waitFor(() => expect(page.queryByRole("button", { name: "Allow codes" })).toBeNull());

  const stranger = await signUp(t, { role: "surveyor" });
  const other = await open(id, "", stranger);
  await other.findByRole("heading", { name: "Page not found" });
});

test("an admin takes a meeting down, and its pages say so in place of its name", async () => {
  const admin = await signUp(t, { role: "admin" });
  const { id } = await meetings.make(5, { name: "A sentinel's assembly" });
  await meetings.open(id, { Title: "Is the sentinel bad?" });
  const record = await openPage(t, `/meetings/${id}/record`, { as: admin });
  const link = await record.findByRole("link", { name: "Take the meeting down" });
  expect(link.getAttribute("href")).toBe(`/dashboard/meetings/${id}`);
  const { user, ...page } = await open(id, "", admin);
  await user.click(await page.findByRole("button", { name: "Take the meeting down" }));
  const dialog = within(await page.findByRole("dialog", { name: "Take the meeting down" }));
  const send = dialog.getByRole("button", { name: "Take the meeting down" });
  await user.click(send);
  await dialog.findAllByText("Tell the owner why: feedback is required.");
  await expectAccessible();
  await user.selectOptions(dialog.getByRole("combobox", { name: "Reason" }), "Hate or harassment");
  await user.type(dialog.getByRole("textbox", { name: "Feedback to the owner" }), "These questions attack a person.");
  await user.click(send);
  await page.findByRole("heading", { level: 1, name: "An admin took this meeting down." });
  await expectAccessible();

  const reader = await openPage(t, `/meetings/${id}`);
  await reader.findByRole("heading", { level: 1, name: "An admin took this meeting down." });
  expect(document.body.textContent).not.toMatch(/sentinel/);
  const wall = await openPage(t, `/meetings/${id}/wall`);
  await wall.findByRole("heading", { level: 1, name: "An admin took this meeting down." });
  expect(document.body.textContent).not.toMatch(/sentinel/);
  const kept = await openPage(t, `/meetings/${id}/record`);
  await kept.findByText("Reason: Hate or harassment.");
  expect(document.body.textContent).not.toMatch(/sentinel/);
  await expectAccessible();
  const own = await open(id);
  await own.findByText("An admin took this meeting down. Reason: Hate or harassment.");
  own.getByRole("heading", { level: 1, name: /^A sentinel's assembly/ });
});
