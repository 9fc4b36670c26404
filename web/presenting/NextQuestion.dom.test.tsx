import { PAGE_SIZE } from "@survey-app/contract/http/pagination.ts";
import { getRoom, listRoomQuestions, setRoomQuestions } from "@survey-app/contract/sharing/rooms.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { coOwners } from "../../server/testing/coOwners.ts";
import { linkSurveys } from "../../server/testing/linkVoters.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let admin: Account;
let surveyor: Account;
let other: Account;
beforeAll(async () => {
  t = await startServer({ surveyReview: "listed" });
  admin = await signUp(t, { name: "Ada Admin", role: "admin" });
  surveyor = await signUp(t, { name: "Sam Surveyor", role: "surveyor" });
  other = await signUp(t, { name: "Olga Other", role: "surveyor" });
});
afterAll(() => t.close());

const links = linkSurveys(() => ({ t, surveyor }));
const make = (Title: string, more: object = {}) =>
  links.make({ Title, deadline: new Date(Date.now() + 24 * HOUR_MS).toISOString(), ...more });
const titles = async (id: string) =>
  (await t.request(getRoom, { params: { survey: id } })).questions.map(({ Title }) => Title);
const prepared = async (id: string) =>
  (await t.request(listRoomQuestions, { as: surveyor, params: { survey: id } })).questions.map(({ Title }) => Title);
async function prepare(id: string, ...Titles: string[]): Promise<void> {
  const params = { survey: id };
  const { state } = await t.request(listRoomQuestions, { as: surveyor, params });
  const questions = Titles.map((Title) => ({ Title }));
  await t.request(setRoomQuestions, { as: surveyor, params, body: { state, questions } });
}
/** Waits until presses on new content count (firstPress.ts). */
const look = () => new Promise((resolve) => setTimeout(resolve, 600));

/** The screen of a room as its host has it, with the dialog for the next question. */
async function openDialog(id: string, as: Account = surveyor) {
  const { user, ...page } = await openPage(t, `/surveys/${id}/present`, { as });
  await page.findByRole("button", { name: "Next question N" });
  await user.keyboard("n");
  const dialog = within(await page.findByRole("dialog", { name: "Next question" }));
  return { user, page, dialog };
}

test("N opens one field, and Enter asks what is typed there; its letters aren't commands", async () => {
  const id = await make("Is this the first?");
  const { user, page, dialog } = await openDialog(id);
  const field = await dialog.findByLabelText("Your next question");
  await user.click(field);
  await user.keyboard("Are r, f, t and n letters?");
  await look();
  page.getByRole("button", { name: "Show result here R", hidden: true });
  await user.keyboard("{Enter}");
  await page.findByRole("heading", { level: 1, name: "Are r, f, t and n letters?" });
  expect(await titles(id)).toEqual(["Is this the first?", "Are r, f, t and n letters?"]);
});

test("a clicker's PageDown shows the result first, and then asks for the next question", async () => {
  const id = await make("Does a clicker lead?");
  const { user, ...page } = await openPage(t, `/surveys/${id}/present`, { as: surveyor });
  await page.findByRole("button", { name: "Next question N" });
  await user.keyboard("{PageDown}");
  await page.findByRole("button", { name: "Hide result here R" });
  expect(page.queryByRole("dialog", { name: "Next question" })).toBeNull();
  // For a moment after a result has appeared, presses do nothing.
  const dialog = () => page.queryByRole("dialog", { name: "Next question" });
  await user.keyboard("{PageDown}");
  expect(dialog()).toBeNull();
  const press = async () => {
    await user.keyboard("{PageDown}");
    expect(dialog()).not.toBeNull();
  };
  await waitFor(press, { timeout: 20_000, interval: 300 });
});

test("an open question is found behind a page of surveys that can't follow, without a button below an empty list", async () => {
  const host = await signUp(t, { name: "Hedda Host", role: "surveyor" });
  const deadline = new Date(Date.now() + 24 * HOUR_MS).toISOString();
  const ask = (Title: string, electorate: "link" | "everyone") => t.makeSurvey(host, { Title, electorate, deadline });
  await ask("Is this the one before?", "link");
  for (let index = 0; index < PAGE_SIZE; index++) await ask(`Is it for everyone? ${index}`, "everyone");
  const { user, dialog } = await openDialog(await ask("Is this the first?", "link"), host);
  await user.click(await dialog.findByRole("button", { name: "Choose one of your open questions" }));
  await dialog.findByRole("button", { name: /Is this the one before\?/ });
  expect(dialog.queryByRole("button", { name: /Show/ })).toBeNull();
});

test("what was typed stays in the field on an error and when the dialog is closed, and nothing is asked", async () => {
  const id = await make("Is it too long?");
  const { user, page, dialog } = await openDialog(id);
  const long = `Is it ${"so ".repeat(65)}long?`;
  await user.click(await dialog.findByLabelText("Your next question"));
  await user.paste(long);
  await look();
  await user.click(dialog.getByRole("button", { name: "Ask now" }));
  const isInvalid = () => dialog.getByLabelText("Your next question").getAttribute("aria-invalid");
  await expect.poll(isInvalid, { timeout: 20_000 }).toBe("true");
  expect(dialog.getByLabelText("Your next question")).toHaveProperty("value", long);
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await user.click(page.getByRole("button", { name: "Next question N" }));
  expect(await dialog.findByLabelText("Your next question")).toHaveProperty("value", long);
  expect(await titles(id)).toEqual(["Is it too long?"]);
});

test("a screen that the room sees offers the next prepared question without its text", async () => {
  const id = await make("Is it a surprise?");
  await prepare(id, "The first surprise?", "The second surprise?");
  const { user, page, dialog } = await openDialog(id);
  const button = await dialog.findByRole("button", { name: "Ask the next prepared question" });
  expect(document.body.textContent).not.toMatch(/(first|second) surprise/);
  await look();
  await user.click(button);
  await page.findByRole("heading", { level: 1, name: "The first surprise?" });
  expect(await prepared(id)).toEqual(["The second surprise?"]);
});

test("co-owners lead a room, too; admins open the owner's open questions, but can't ask any", async () => {
  const id = await make("Who leads?");
  await make("Can it follow?");
  await t.database.db.updateTable("users").set({ email_verified: 1 }).where("email", "=", other.email).execute();
  const shared = coOwners(() => ({ t }));
  await shared.invite(id, surveyor, other);
  await shared.accept(id, other);
  const asCoOwner = await openDialog(id, other);
  await asCoOwner.dialog.findByLabelText("Your next question");
  expect(asCoOwner.dialog.queryByRole("button", { name: /open questions/ })).toBeNull();
  const asAdmin = await openDialog(id, admin);
  await asAdmin.dialog.findByRole("button", { name: "Open: Can it follow?" });
  expect(asAdmin.dialog.queryByLabelText("Your next question")).toBeNull();
});

test("the dialog says that the last result isn't shown yet, and shows it first", async () => {
  const id = await make("Is it shown?", { results: "shown" });
  await links.vote(id, await links.open(id), 1);
  const { user, page, dialog } = await openDialog(id);
  await dialog.findByText("The result of the last question isn't shown yet.");
  await user.click(dialog.getByRole("button", { name: "Show it first" }));
  const question = within(await page.findByRole("dialog", { name: "Show the result now?" }));
  await look();
  await user.click(question.getByRole("button", { name: "Show" }));
  await expect.poll(async () => (await links.results(id)).resultsVisible).toBe(true);
});

test("a phone leads the room: how many have voted, prepared questions by their text, and the address for another computer", async () => {
  const id = await make("Is it led from a phone?");
  await links.vote(id, await links.open(id), 1);
  await prepare(id, "Is this tapped?");
  const { user, ...page } = await openPage(t, `/surveys/${id}/lead`, { as: surveyor });
  await page.findByRole("heading", { level: 1, name: "Is it led from a phone?" });
  page.getByText("person has voted");
  await page.findByText(/\/w\/[0-9A-Z]{6}$/);
  page.getByRole("button", { name: "Close voting" });
  const tapped = await page.findByRole("button", { name: "Ask now: Is this tapped?" });
  await look();
  await user.click(tapped);
  await page.findByRole("heading", { level: 1, name: "Is this tapped?" });
  expect(await titles(id)).toHaveLength(2);
});

test("only the owners have that page, and a survey for everyone doesn't have one", async () => {
  const id = await make("Whose is it?");
  const everyone = await t.makeSurvey(surveyor, { publishedBy: admin, Title: "Is it for everyone?" });
  for (const [survey, as] of [
    [id, other],
    [everyone, surveyor],
  ] as const) {
    const page = await openPage(t, `/surveys/${survey}/lead`, { as });
    await page.findByRole("heading", { level: 1, name: "Page not found" });
  }
});

test("the owner prepares questions on the survey's page: added, edited, put earlier and removed", async () => {
  const id = await make("What comes after this?");
  const { user, ...page } = await openPage(t, `/dashboard/surveys/${id}/share`, { as: surveyor });
  const add = async (text: string) => {
    await user.type(await page.findByLabelText("Prepare a question"), `${text}{Enter}`);
    await page.findByRole("button", { name: `Edit: ${text}` });
  };
  for (const text of ["A?", "B?", "C?"]) await add(text);
  await user.click(page.getByRole("button", { name: "Move up: C?" }));
  await expect.poll(() => prepared(id)).toEqual(["A?", "C?", "B?"]);
  await user.click(page.getByRole("button", { name: "Edit: A?" }));
  const field = await page.findByLabelText("Question 1");
  await user.clear(field);
  await user.type(field, "A, edited?");
  await look();
  await user.keyboard("{Enter}");
  await page.findByRole("button", { name: "Edit: A, edited?" });
  await user.click(page.getByRole("button", { name: "Remove: C?" }));
  await expect.poll(() => prepared(id)).toEqual(["A, edited?", "B?"]);
});
