import { listInvitations } from "@survey-app/contract/invitations/invitations.ts";
import * as voterLists from "@survey-app/contract/invitations/voterLists.ts";
import { within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../../server/testing/accounts.ts";
import type { TestApp } from "../../../server/testing/testApp.ts";
import { expectAccessible } from "../../testing/expectAccessible.ts";
import { openPage, startServer } from "../../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
beforeAll(async () => {
  t = await startServer();
  owner = await signUp(t, { role: "surveyor" });
});
afterAll(() => t.close());

test("a list is created, filled with groups and corrected, and a survey takes a copy of one group", async () => {
  const { user, ...page } = await openPage(t, "/dashboard/lists", { as: owner });
  await page.findByText("You don't have any lists yet.");
  await user.type(page.getByLabelText("Name of a new list"), "Choir");
  await user.click(page.getByRole("button", { name: "Create the list" }));
  await page.findByRole("heading", { level: 1, name: "Choir" });
  await user.type(
    page.getByLabelText("Names and email addresses"),
    "name,email,group\nAda,ada@example.org,Alto\nBob,bob@example.org,Bass",
  );
  await user.click(page.getByRole("button", { name: "Check the list" }));
  await user.click(await page.findByRole("button", { name: "Add 2 people" }));
  await page.findByText("2 people added.");
  const table = within(await page.findByRole("table", { name: "The people on this list" }));
  await user.click(table.getByRole("button", { name: "Edit Ada" }));
  const dialog = within(await page.findByRole("dialog", { name: "Edit this person" }));
  await user.type(dialog.getByLabelText("Name"), " Lovelace");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await page.findByText("Ada Lovelace");
  await expectAccessible();

  const id = await t.makeSurvey(owner, { electorate: "invited", Title: "Who sings?" });
  const people = await openPage(t, `/dashboard/surveys/${id}/people`, { as: owner });
  await people.user.selectOptions(await people.findByLabelText("List"), "Choir (2)");
  await people.user.click(people.getByRole("checkbox", { name: "Alto (1)" }));
  await people.user.click(people.getByRole("button", { name: "Copy people" }));
  await people.user.click(await people.findByRole("button", { name: "Add 1 person" }));
  await people.findByText("1 person added.");
  expect(await t.request(listInvitations, { as: owner, params: { id } })).toMatchObject([
    { label: "Ada Lovelace", email: "ada@example.org" },
  ]);
});

test("an owner who asks people on a list takes one of the saved lists, which is deleted afterwards", async () => {
  const { insertedId: id } = await t.request(voterLists.createVoterList, { as: owner, body: { name: "Board" } });
  const body = { rows: [{ email: "eve@example.org", label: "Eve" }] };
  await t.request(voterLists.addListedPeople, { as: owner, params: { id }, body });
  const ask = await openPage(t, "/dashboard/surveyAdd", { as: owner });
  await ask.user.click(await ask.findByRole("radio", { name: "Secret ballot" }));
  await ask.user.selectOptions(await ask.findByLabelText("List"), "Board (1)");
  await ask.user.click(ask.getByRole("button", { name: "Copy people" }));
  await ask.findByDisplayValue(/eve@example\.org,Eve/);

  const { user, ...page } = await openPage(t, `/dashboard/lists/${id}`, { as: owner });
  await user.click(await page.findByRole("button", { name: "Delete the list" }));
  await user.click(within(await page.findByRole("dialog")).getByRole("button", { name: "Delete the list" }));
  await page.findByRole("heading", { level: 1, name: "Lists of people" });
  expect(page.queryByRole("link", { name: "Board" })).toBeNull();
});

test("saving a new name keeps the focus, and says what sharing means; an admin finds the lists", async () => {
  const { insertedId: id } = await t.request(voterLists.createVoterList, { as: owner, body: { name: "Old name" } });
  const { user, ...page } = await openPage(t, `/dashboard/lists/${id}`, { as: owner });
  await page.findByText(/^They can see and change everything on it, email addresses included/);
  const name = page.getByLabelText("Name of the list");
  await user.clear(name);
  await user.type(name, "New name");
  const save = page.getByRole("button", { name: "Save" });
  await user.click(save);
  await page.findByRole("heading", { level: 1, name: "New name" });
  expect(document.activeElement).toBe(save);
  const admin = await openPage(t, "/dashboard/admin/surveys", { as: await signUp(t, { role: "admin" }) });
  expect((await admin.findByRole("link", { name: "Your lists of people" })).getAttribute("href")).toBe(
    "/dashboard/lists",
  );
});
