import * as account from "@survey-app/contract/account/account.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { updateInvitation } from "../../server/invitations/invitedPeople.sql.ts";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { invitedSurveys } from "../../server/testing/invitedSurveys.ts";
import { makePerson } from "../../server/testing/people.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
let admin: Account;
let invited: ReturnType<typeof invitedSurveys>;
beforeAll(async () => {
  t = await startServer({ surveyReview: "all" });
  owner = await signUp(t, { role: "surveyor" });
  admin = await signUp(t, { role: "admin" });
  invited = invitedSurveys(() => ({ t, surveyor: owner, admin }));
});
afterAll(() => t.close());

const ask = () => invited.make({ Title: "Is it our house?" });
const openList = (id: string, as = owner) => openPage(t, `/dashboard/surveys/${id}/people`, { as });
const whole = () => document.body.textContent ?? "";

test("a pasted list is checked row by row, stored only when confirmed, and its codes are shown until the owner has them", async () => {
  const id = await ask();
  const { user, ...page } = await openList(id);
  const field = await page.findByLabelText("Names and email addresses");
  await user.click(page.getByRole("button", { name: "Check the list" }));
  await page.findByText("Enter at least one person, or choose a file.");
  await user.click(field);
  await user.paste("Ada, ada@example.org\nAda@example.org\nbob@\n=1+1;\u202ex\nFlat 12\ncem@example.org");
  await user.click(page.getByRole("button", { name: "Check the list" }));
  await page.findByText("3 people can be added.");
  const rows = page.getAllByRole("row").map(({ textContent }) => textContent);
  expect(rows).toEqual(
    expect.arrayContaining([
      "2Ada@example.orgThis address is already in an earlier row.",
      expect.stringMatching(/^3bob@Enter a valid email address/),
      expect.stringMatching(/^4.*control characters/),
    ]),
  );
  expect(await invited.list(id)).toEqual([]);
  await user.click(page.getByRole("button", { name: "Add 3 people" }));
  await page.findByRole("heading", { name: "1 code" });
  const [code] = page.getAllByRole("img", { name: "QR code: Flat 12" });
  expect(code?.getAttribute("src")).toMatch(/^data:image\/svg\+xml/);
  expect((await invited.list(id)).map(({ label, email }) => label || email)).toEqual([
    "Ada",
    "Flat 12",
    "cem@example.org",
  ]);
  await user.click(page.getByRole("button", { name: "I have them" }));
  const dialog = within(await page.findByRole("dialog", { name: "Close the codes?" }));
  await user.click(dialog.getByRole("button", { name: "I have them" }));
  await page.findByText("3 people on the list");
  expect(page.queryByRole("img", { name: /^QR code/ })).toBeNull();
  await expectAccessible();
  await waitFor(() => expect(document.activeElement?.tagName).toBe("H1"));
});

test("a file is read, and one that is not UTF-8, empty, too large or too long is refused with what to do", async () => {
  const id = await ask();
  const { user, ...page } = await openList(id);
  const file = (content: BlobPart) => new File([content], "list.csv", { type: "text/csv" });
  const input = await page.findByLabelText("Or choose a CSV file");
  await user.upload(input, file(new Uint8Array([0x5a, 0x6f, 0xeb])));
  await page.findByText(/^This isn't a CSV file in UTF-8\./);
  await user.upload(input, file("email,name\n"));
  await page.findByText(/^This list is empty\./);
  await user.upload(input, file("a@example.org\n".repeat(720_000)));
  await page.findByText("This list is larger than 10 MB. Split it into several.");
  await user.upload(input, file("a\n".repeat(2_000_000)));
  await page.findByText("A list holds at most 100,000 people.");
  // Browsers freeze on megabytes in a text field.
  expect((await page.findByLabelText<HTMLTextAreaElement>("Names and email addresses")).value).toBe("");
  await user.upload(input, file("email;name\nzoe@example.org;Zoë\n"));
  await page.findByText("1 person can be added.");
  await user.click(page.getByRole("button", { name: "Change the list" }));
  const field = await page.findByLabelText<HTMLTextAreaElement>("Names and email addresses");
  expect(field.value).toContain("Zoë");
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.click(page.getByRole("button", { name: "Check the list" }));
  await user.click(await page.findByRole("button", { name: "Add 1 person" }));
  const added = await page.findByRole("group", { name: "1 person added." });
  expect(document.activeElement).toBe(added);
  expect(await invited.list(id)).toMatchObject([{ email: "zoe@example.org", label: "Zoë" }]);
  expect((await page.findByLabelText<HTMLTextAreaElement>("Names and email addresses")).value).toBe("");
});

test("the link of a person whose account was deleted can't be replaced, and the row doesn't call it a code", async () => {
  const person = await makePerson(t.database, t.tokens);
  const { id, ids } = await invited.makeOpen(0, {}, [person.email]);
  expect(ids).toEqual([]);
  await t.request(account.deleteMyAccount, { as: person, body: { email: person.email } });
  const { user, ...page } = await openList(id);
  await user.click(await page.findByRole("button", { name: "More: Deleted user" }));
  page.getByRole("button", { name: "Remove from the list: Deleted user", hidden: true });
  expect(page.queryByRole("button", { name: "Replace: Deleted user", hidden: true })).toBeNull();
  expect(page.getByRole("table").textContent).not.toContain("Code");
  const [{ _id: invitation } = { _id: "" }] = await invited.list(id);
  const refused = await t.refused(invitations.reissueInvitation, { as: owner, params: { id, invitation } });
  expect(refused).toMatchObject({ status: 404 });
});

test("codes are made in numbers; each person can be found, replaced and removed; after the opening everyone sees that", async () => {
  const id = await ask();
  const { user, ...page } = await openList(id);
  await user.click(await page.findByRole("tab", { name: "Codes for print" }));
  await user.type(page.getByLabelText("How many"), "0");
  await user.click(page.getByRole("button", { name: "Make codes" }));
  await page.findByText("Enter a number from 1 to 1,000.");
  await user.clear(page.getByLabelText("How many"));
  await user.type(page.getByLabelText("How many"), "3");
  await user.click(page.getByRole("button", { name: "Make codes" }));
  await page.findByRole("heading", { name: "3 codes" });
  expect(page.getAllByRole("img", { name: /^QR code: Code \d$/ })).toHaveLength(3);
  await invited.publish(id);

  const list = await openList(id);
  await list.findByText("3 people on the list");
  await list.findByText(/^The survey is open\. Everyone will see/);
  await list.user.type(list.getByRole("searchbox"), "Code 2");
  await list.user.click(list.getByRole("button", { name: "Search" }));
  await waitFor(() => expect(list.getAllByRole("row")).toHaveLength(2));
  await list.user.click(list.getByRole("button", { name: "More: Code 2" }));
  await list.user.click(list.getByRole("button", { name: "Remove from the list: Code 2", hidden: true }));
  const dialog = within(await list.findByRole("dialog", { name: "Remove this person?" }));
  await list.user.click(dialog.getByRole("button", { name: "Remove from the list" }));
  await list.findByText("Since voting opened, 0 added and 1 removed. Everyone can see these numbers.");
  expect((await invited.list(id)).map(({ state }) => state)).toEqual(["listed", "struck", "listed"]);
  await waitFor(() => expect(document.activeElement?.contains(list.getByRole("table"))).toBe(true));

  const again = await openList(id);
  await again.user.click(await again.findByRole("button", { name: "More: Code 3" }));
  await again.user.click(again.getByRole("button", { name: "Replace: Code 3", hidden: true }));
  const replace = within(await again.findByRole("dialog", { name: "Replace the code?" }));
  await again.user.click(replace.getByRole("button", { name: "Replace the code" }));
  await again.findByRole("img", { name: "QR code: Code 3" });
});

test("when responses are lost, continuing adds each person once and shows the codes that were made", async () => {
  const id = await ask();
  const { user, ...page } = await openList(id);
  const { fetch } = globalThis;
  /** Lets the next request that adds people reach the server, but not its response the page. */
  const loseNext = () => {
    globalThis.fetch = async (...request) => {
      const response = await fetch(...request);
      if (!String(new Request(...request).url).includes("/invitations")) return response;
      globalThis.fetch = fetch;
      throw new TypeError("Failed to fetch");
    };
  };
  await user.click(await page.findByLabelText("Names and email addresses"));
  await user.paste("Flat 12\nada@example.org\nFlat 12");
  await user.click(page.getByRole("button", { name: "Check the list" }));
  await page.findByText("3 people can be added.");
  loseNext();
  await user.click(page.getByRole("button", { name: "Add 3 people" }));
  await page.findByText("We couldn't reach the server. Continue when you are online: each person is added once.");
  expect(await invited.list(id)).toHaveLength(3);
  await user.click(page.getByRole("button", { name: "Continue" }));
  await page.findByRole("heading", { name: "2 codes" });
  expect(await invited.list(id)).toHaveLength(3);

  const codes = await openList(id);
  await codes.user.click(await codes.findByRole("tab", { name: "Codes for print" }));
  await codes.user.type(codes.getByLabelText("How many"), "2");
  loseNext();
  await codes.user.click(codes.getByRole("button", { name: "Make codes" }));
  await codes.findByText(/^We couldn't reach the server\. Try again/);
  await codes.user.click(codes.getByRole("button", { name: "Make codes" }));
  await codes.findByRole("heading", { name: "2 codes" });
  expect(await invited.list(id)).toHaveLength(5);
});

test("a list without room for everyone is refused before anyone is added; codes made before a failure are shown", async () => {
  const id = await ask();
  await t.database.db
    .insertInto("invitation_days")
    .values({ survey_id: id, day: 0, added: 99_400, struck: 0, codes: 0 })
    .execute();
  const people = (count: number) => Array.from({ length: count }, (_, index) => `Flat ${index}`).join("\n");
  const { user, ...page } = await openList(id);
  await user.click(await page.findByLabelText("Names and email addresses"));
  await user.paste(people(700));
  await user.click(page.getByRole("button", { name: "Check the list" }));
  await page.findByText("A list holds at most 100,000 people.");
  expect(await invited.list(id)).toEqual([]);

  const second = await openList(id);
  await second.user.click(await second.findByLabelText("Names and email addresses"));
  await second.user.paste(people(510));
  await second.user.click(second.getByRole("button", { name: "Check the list" }));
  await second.findByText("510 people can be added.");
  const { fetch } = globalThis;
  let requests = 0;
  globalThis.fetch = async (...request) => {
    // After the first part, someone else fills the list.
    if (String(new Request(...request).url).endsWith("/invitations") && ++requests === 2)
      await t.database.db.updateTable("invitation_days").set({ added: 100_000 }).where("survey_id", "=", id).execute();
    return fetch(...request);
  };
  await second.user.click(second.getByRole("button", { name: "Add 510 people" }));
  await second.findByText("500 of 510 people were added.");
  // The button that had the focus is gone.
  await waitFor(() => expect(document.activeElement?.textContent).toContain("500 of 510 people were added."));
  globalThis.fetch = fetch;
  expect(second.queryByRole("button", { name: "Continue" })).toBeNull();
  await second.user.click(second.getByRole("button", { name: "Show the 500 codes made so far" }));
  await second.findByRole("heading", { name: "500 codes" });
});

test("links are sent once the survey is published and someone has an address; only the owner sees the list, admins don't", async () => {
  const id = await ask();
  const codesOnly = await invited.makeOpen(1);
  const nobody = await openList(codesOnly.id);
  await nobody.findByText("1 person on the list");
  for (const name of [/^Send \d/, /^Remind/, "Send a reminder"])
    expect(nobody.queryByRole("button", { name })).toBeNull();
  await invited.add(id, [{ email: "dora@example.org", label: "Dora" }]);
  const waiting = await openList(id);
  await waiting.findByText(/^When the survey is published, you can send the links/);
  await invited.publish(id);
  const { user, ...page } = await openList(id);
  await user.click(await page.findByRole("button", { name: "Send 1 link" }));
  const dialog = within(await page.findByRole("dialog", { name: "Send the links now?" }));
  await user.click(dialog.getByRole("button", { name: "Send 1 link" }));
  await page.findAllByText("1 email is on the way.");
  const other = await openList(id, admin);
  await other.findByText("Only the owners see who is on the list.");
  expect(whole()).not.toContain("dora@example.org");
});

test("the electorate is chosen in the survey's form, and people who were pasted there are on the list right away", async () => {
  const { user, browser, ...page } = await openPage(t, "/dashboard/surveyAdd", { as: owner });
  const open = await page.findByRole<HTMLInputElement>("radio", { name: "Open vote" });
  expect(open.checked).toBe(true);
  expect(page.getByRole("checkbox", { name: "Only people on my list" })).toHaveProperty("checked", false);
  await user.type(page.getByLabelText(/^Your question/), "Is the list pasted?");
  await user.click(page.getByRole("checkbox", { name: "Only people on my list" }));
  await user.click(page.getByLabelText(/^Names and email addresses/));
  await user.paste("Ada, ada@example.org\nbob@example.org\n");
  // In the line of the row, and below the field.
  expect(await page.findAllByText("2 people, all with an email address")).toHaveLength(2);
  await user.selectOptions(page.getByLabelText("Category"), "Features");
  await user.click(page.getByRole("checkbox", { name: "Use our drawing" }));
  await expectAccessible();
  await user.click(page.getByRole("button", { name: "Preview" }));
  await page.findByRole("heading", { name: "Check your question" });
  await user.click(page.getByRole("button", { name: "Submit for review" }));
  await page.findByText("2 people added.");
  expect(location.pathname).toMatch(/^\/dashboard\/surveys\/[\w-]+\/people$/);
  await page.findByText("2 people on the list");

  // The list is not added again.
  const again = await openPage(t, location.pathname, { browser });
  await again.findByText("2 people on the list");
  expect(again.getByLabelText(/^Names and email addresses/)).toHaveProperty("value", "");
});

test("a pasted list with a wrong row is shown with what is wrong, and nothing of it is stored before that is read", async () => {
  const { user, ...page } = await openPage(t, "/dashboard/surveyAdd", { as: owner });
  await user.type(await page.findByLabelText(/^Your question/), "Is a row wrong?");
  await user.click(page.getByRole("checkbox", { name: "Only people on my list" }));
  await user.click(page.getByLabelText(/^Names and email addresses/));
  await user.paste("ada@example.org\nada@\n");
  await user.selectOptions(page.getByLabelText("Category"), "Features");
  await user.click(page.getByRole("checkbox", { name: "Use our drawing" }));
  await user.click(page.getByRole("button", { name: "Submit for review" }));
  await page.findByText("1 row is left out:");
  await page.findByText("No invitations yet");
  await user.click(page.getByRole("button", { name: "Add 1 person" }));
  await page.findByText("1 person added.");
});

test("an address that doesn't exist is corrected from its row, or gets the link again", async () => {
  const { id } = await invited.makeOpen(0, {}, ["typo@example.org"]);
  const markUnknown = async () => {
    // An email that is still on its way would end the state.
    await expect.poll(async () => (await invited.list(id))[0]?.state).not.toBe("queued");
    const [row] = await invited.list(id);
    const person = { surveyId: id, invitationId: row?._id ?? "" };
    await updateInvitation(t.database, person).set({ state: "failed", is_unknown_address: 1 }).execute();
  };
  await markUnknown();
  const { user, ...page } = await openList(id);
  await page.findByText("The mail server says this address doesn't exist");
  expect(page.queryByRole("button", { name: "Replace: typo@example.org", hidden: true })).toBeNull();
  await user.click(page.getByRole("button", { name: "Correct the address: typo@example.org", hidden: true }));
  const dialog = within(await page.findByRole("dialog", { name: "Correct the address" }));
  await expectAccessible();
  const field = dialog.getByLabelText("Email address");
  await user.clear(field);
  await user.click(dialog.getByRole("button", { name: "Correct the address" }));
  await dialog.findByText("Email is required");
  await user.type(field, "right@example.org");
  await user.click(dialog.getByRole("button", { name: "Correct the address" }));
  await page.findByText("A new link for right@example.org is on the way.");
  expect((await invited.list(id)).map(({ email }) => email)).toEqual(["right@example.org"]);

  await markUnknown();
  const again = await openList(id);
  await again.findByText("The mail server says this address doesn't exist");
  await again.user.click(again.getByRole("button", { name: "Send again: right@example.org", hidden: true }));
  await again.findByText("A new link for right@example.org is on the way.");
});

test("a first row that nothing recognizes is asked about, and each part of a row that isn't added is shown with its reason", async () => {
  const id = await ask();
  const { user, ...page } = await openList(id);
  await user.click(await page.findByLabelText("Names and email addresses"));
  await user.paste("Wer;Wo;Platz\nAda;family@example.org;7\nBo;family@example.org;8\nCy <cy@example.org>; Dee");
  await user.click(page.getByRole("button", { name: "Check the list" }));
  const question = await page.findByRole("group", { name: "Is the first row a heading?" });
  expect(document.activeElement).toBe(question);
  expect(question.textContent).toContain("Wer, Wo, Platz");
  await expectAccessible();
  await user.click(page.getByRole("button", { name: "Change the list" }));
  await user.click(page.getByRole("button", { name: "Check the list" }));
  await user.click(await page.findByRole("button", { name: "Yes, leave it out" }));
  await page.findByText("2 people can be added.");
  const rows = page.getAllByRole("row").map(({ textContent }) => textContent);
  expect(rows).toEqual(
    expect.arrayContaining([
      "3Bo <family@example.org>This address is already in an earlier row. List Bo without the address to give them a code instead of a link.",
      "4DeeThere is no email address beside this name. To add this person, use a separate row.",
    ]),
  );
  await page.findByText("Columns that weren't read: Platz");
  await user.click(page.getByRole("button", { name: "Add 2 people" }));
  await page.findByText("2 people added.");
  expect((await invited.list(id)).map(({ label, email }) => `${label} ${email}`)).toEqual([
    "Ada family@example.org",
    "Cy cy@example.org",
  ]);
  await user.click(await page.findByLabelText("Names and email addresses"));
  await user.paste("Wo\nBo,family@example.org\nEva,eva@example.org");
  await user.click(page.getByRole("button", { name: "Check the list" }));
  await user.click(await page.findByRole("button", { name: "No, it's a person" }));
  await page.findByText("2 people can be added.");
  await page.findByText("This address is already on the list. If Bo is someone else, list Bo without the address.");
});

test("a list that is pasted for a new survey is reported immediately, and one that is too long is refused instead of cut", async () => {
  const { user, ...page } = await openPage(t, "/dashboard/surveyAdd", { as: owner });
  await user.type(await page.findByLabelText(/^Your question/), "Is a list read at once?");
  await user.click(page.getByRole("checkbox", { name: "Only people on my list" }));
  const field = page.getByLabelText<HTMLTextAreaElement>(/^Names and email addresses/);
  await user.click(field);
  await user.paste("Wo\nAda <ada@example.org>; Bo\nada@example.org\n");
  // In the line of the row, and below the field.
  expect(await page.findAllByText("1 person, with an email address")).toHaveLength(2);
  await page.findByText("2 rows are left out:");
  await page.findByText("The first row may be a heading: “Wo”. We'll ask you when you add the list.");
  await expectAccessible();
  await user.clear(field);
  await user.paste("a".repeat(200_001));
  await page.findByText(/^This list is too long to copy here\./);
  await user.selectOptions(page.getByLabelText("Category"), "Features");
  await user.click(page.getByRole("checkbox", { name: "Use our drawing" }));
  await user.click(page.getByRole("button", { name: "Submit for review" }));
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.value).toHaveLength(200_001);
  expect(location.pathname).toBe("/dashboard/surveyAdd");
  const query = { email: owner.email };
  const asked = await t.request(surveys.listMySurveys, { as: owner, query });
  expect(asked.map(({ Title }) => Title)).not.toContain("Is a list read at once?");
});

test("codes that no longer work are counted above the list, and replaced and shown with one press", async () => {
  const { id, ids } = await invited.makeOpen(2);
  for (const invitationId of ids)
    await updateInvitation(t.database, { surveyId: id, invitationId })
      .set({ code_key: "of a former secret" })
      .execute();
  const { user, ...page } = await openList(id);
  await page.findByText(/^2 codes no longer work, because one of the server's secrets has changed\./);
  await user.click(page.getByRole("button", { name: "Replace and print" }));
  await page.findByRole("heading", { name: "2 codes" });
  const [code] = page.getAllByText(/^([0-9A-Z]{4}-){2}[0-9A-Z]{4}$/);
  await invited.open(code?.textContent ?? "");
  await expectAccessible();
  await user.click(page.getByRole("button", { name: "I have them" }));
  const dialog = within(await page.findByRole("dialog", { name: "Close the codes?" }));
  await user.click(dialog.getByRole("button", { name: "I have them" }));
  await page.findByText("2 people on the list");
  expect(page.queryByText(/no longer work/)).toBeNull();
});
