import { allowCodes, listInvitations } from "@survey-app/contract/invitations/invitations.ts";
import { getManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { waitFor } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
beforeAll(async () => {
  t = await startServer();
  owner = await signUp(t, { role: "surveyor" });
});
afterAll(() => t.close());

const six = Array.from({ length: 6 }, (_, index) => `Person ${index + 1}, p${index + 1}@example.org`).join("\n");
const managed = (meeting: string) => t.request(getManagedMeeting, { as: owner, params: { meeting } });
const idInPath = () => location.pathname.split("/")[3] ?? "";

test("a pasted list and typed questions become a meeting, in two presses", async () => {
  const { user, ...page } = await openPage(t, "/dashboard/meetings", { as: owner });
  await page.findByRole("heading", { name: "No meetings yet" });
  await user.click(page.getAllByRole("link", { name: "New meeting" })[0] as HTMLElement);
  const name = await page.findByRole("textbox", { name: "Name" });
  await waitFor(() => expect(document.activeElement).toBe(name));
  await user.type(name, "General assembly");
  await user.click(page.getByLabelText("Who can vote?"));
  await user.paste(six);
  await page.findByText("6 people, all with an email address");
  await user.type(page.getByRole("textbox", { name: "First question" }), "Do we fix the roof?{Enter}");
  const second = await page.findByRole("textbox", { name: "Question 2" });
  await waitFor(() => expect(document.activeElement).toBe(second));
  await user.type(second, "Do we paint it?");
  page.getByText("Secret · Abstain offered · 2 minutes or until all have voted · More than half of Yes and No votes");
  await expectAccessible();
  await user.click(page.getByRole("button", { name: "Continue" }));
  await page.findByRole("heading", { name: "Check the list" });
  await expectAccessible();
  await user.click(page.getByRole("button", { name: "Create meeting with 6 people" }));
  await page.findByRole("heading", { level: 1, name: /^General assembly/ });
  await page.findByRole("button", { name: "Send 6 links" });
  const { people, drafts } = await managed(idInPath());
  expect(people).toBe(6);
  expect(drafts.map(({ Title }) => Title)).toEqual(["Do we fix the roof?", "Do we paint it?"]);
  expect(drafts[0]).toMatchObject({ privacy: "secret", unsure: true, minutes: 2, passRule: { share: "1/2" } });
  await expectAccessible();
});

test("what was typed is there again after a reload, and errors stand beside their fields", async () => {
  const { user, browser, ...page } = await openPage(t, "/dashboard/meetings/new", { as: owner });
  await user.type(await page.findByRole("textbox", { name: "First question" }), "Is it kept?");
  await user.click(page.getByLabelText("Who can vote?"));
  await user.paste("a@example.org\nb@example.org");
  await user.click(page.getByRole("button", { name: "Continue" }));
  await page.findByRole("link", { name: "Name of the meeting is required" });
  await user.type(page.getByRole("textbox", { name: "Name" }), "Board");
  await user.click(page.getByRole("button", { name: "Continue" }));
  // Two people can't vote secretly.
  await page.findByRole("link", { name: /^With fewer than 5 people/ });
  const again = await openPage(t, "/dashboard/meetings/new", { as: owner, browser });
  expect(await again.findByRole("textbox", { name: "First question" })).toHaveProperty("value", "Is it kept?");
  expect(again.getByRole("textbox", { name: "Name" })).toHaveProperty("value", "Board");
});

test("people without an email address wait on the server until an admin allows codes", async () => {
  const { user, ...page } = await openPage(t, "/dashboard/meetings/new", { as: owner });
  await user.type(await page.findByRole("textbox", { name: "Name" }), "Village");
  await user.click(page.getByLabelText("Who can vote?"));
  await user.paste(`${six}\nFlat 12\nFlat 13`);
  await page.findByText("8 people, 2 without an email address: they need codes");
  await page.findByText(/^An admin must allow codes first/);
  await user.click(page.getByRole("button", { name: "Continue" }));
  await page.findByText(/^2 people without an email address wait/);
  await user.click(page.getByRole("button", { name: "Create meeting with 6 people" }));
  // Else the first question is opened without them.
  await page.findByRole("link", { name: "2 people without an email address wait for codes" });
  await user.click(page.getByRole("link", { name: "People" }));
  await page.findByRole("heading", { name: "2 people without an email address wait for codes" });
  await page.findByText("Flat 12");
  await expectAccessible();
  await user.click(page.getByRole("button", { name: "Remove from the list: Flat 13" }));
  await page.findByRole("heading", { name: "1 person without an email address waits for a code" });
  const meeting = idInPath();
  const listed = () => t.request(listInvitations, { as: owner, params: { id: meeting }, query: {} });
  expect(await listed()).toHaveLength(6);
  const admin = await signUp(t, { role: "admin" });
  await t.request(allowCodes, { as: admin, params: { id: meeting } });
  // In any browser, because the server has them.
  const again = await openPage(t, `/dashboard/meetings/${meeting}/people`, { as: owner });
  await again.user.click(await again.findByRole("button", { name: "Make and print the codes" }));
  await again.findByRole("heading", { name: "1 code" });
  again.getByRole("img", { name: "QR code: Flat 12" });
  expect(await listed()).toHaveLength(7);
  expect(await managed(meeting)).toMatchObject({ people: 7, waiting: 0, codes: 1 });
});

test("with names, people without an email address get their codes before the meeting is set up", async () => {
  const { user, ...page } = await openPage(t, "/dashboard/meetings/new", { as: owner });
  await user.type(await page.findByRole("textbox", { name: "Name" }), "Street");
  await user.click(page.getByText("How people vote", { exact: true }));
  await user.click(page.getByRole("radio", { name: "With names" }));
  await user.click(page.getByLabelText("Who can vote?"));
  await user.paste("ada@example.org\nFlat 12");
  await user.type(page.getByRole("textbox", { name: "First question" }), "A bench?");
  await user.click(page.getByRole("button", { name: "Continue" }));
  await user.click(await page.findByRole("button", { name: "Create meeting with 2 people" }));
  await page.findByRole("heading", { name: "1 code" });
  await user.click(page.getByRole("button", { name: "I have them" }));
  await user.click(page.getAllByRole("button", { name: "I have them" }).at(-1) as HTMLElement);
  await page.findByText("A bench?");
  expect(await managed(idInPath())).toMatchObject({ people: 2, codes: 1 });
});
