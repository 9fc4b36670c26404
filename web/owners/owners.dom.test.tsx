import * as owners from "@survey-app/contract/surveys/owners.ts";
import { setSurveyStatus, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { setUserRole } from "@survey-app/contract/users/users.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { untilClose } from "../../server/testing/invitedSurveys.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let admin: Account;
let owner: Account;
beforeAll(async () => {
  t = await startServer();
  admin = await signUp(t, { role: "admin" });
  owner = await signUp(t, { role: "surveyor", name: "Olga Owner" });
});
afterAll(() => t.close());

const confirm = ({ id }: Account) =>
  t.database.db.updateTable("users").set({ email_verified: 1 }).where("id", "=", id).execute();
const open = (id: string, as: Account, section = "/settings") =>
  openPage(t, `/dashboard/surveys/${id}${section}`, { as });

test("an owner invites by address, the surveyor accepts and finds the survey, and the owner removes them again", async () => {
  const id = await t.makeSurvey(owner, { publishedBy: admin, Title: "Is it shared?" });
  const coco = await signUp(t, { role: "surveyor", name: "Coco Owner" });
  await confirm(coco);

  const { user, ...page } = await open(id, owner);
  const section = within(await page.findByRole("region", { name: "Owners" }));
  await section.findByText("Olga Owner");
  await user.click(section.getByRole("button", { name: "Invite" }));
  await section.findByText("Enter an email address.");
  await user.type(section.getByLabelText("Invite a surveyor by email address"), coco.email);
  await user.click(section.getByRole("button", { name: "Invite" }));
  await section.findByText(coco.email);
  section.getByText(/^Invited on/);
  expect(section.getByLabelText("Invite a surveyor by email address")).toHaveProperty("value", "");
  await expectAccessible();

  const theirs = await openPage(t, "/dashboard/adminHome", { as: coco });
  await theirs.findByText("1 invitation is waiting for your answer.");
  await theirs.user.click(theirs.getByRole("link", { name: "See them" }));
  await theirs.findByText("Is it shared?");
  expect(document.body.textContent).toMatch(/Olga Owner invited you on/);
  await theirs.user.click(theirs.getByRole("button", { name: "Accept: Is it shared?" }));
  const link = await theirs.findByRole("link", { name: "Is it shared?" });
  expect(link.getAttribute("href")).toBe(`/dashboard/surveys/${id}`);
  expect(document.body.textContent).toContain("Owner: Olga Owner");
  await theirs.user.click(link);
  await theirs.findByRole("region", { name: "Next step" });

  const again = await open(id, owner);
  await again.user.click(await again.findByRole("button", { name: "Remove Coco Owner" }));
  const dialog = within(await again.findByRole("dialog", { name: "Remove this co-owner?" }));
  await again.user.click(dialog.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(again.queryByText("Coco Owner")).toBeNull());
  const gone = await open(id, coco, "");
  await waitFor(() => expect(gone.getByRole("heading", { level: 1 }).textContent).toMatch(/not found/i));
});

/** A survey of the owner, shared with a new surveyor. */
async function share(survey: Parameters<typeof t.makeSurvey>[1]) {
  const id = await t.makeSurvey(owner, survey);
  const coOwner = await signUp(t, { role: "surveyor", name: "Coco Shares" });
  await confirm(coOwner);
  await t.request(owners.inviteCoOwner, { as: owner, params: { id }, body: { email: coOwner.email } });
  await t.request(owners.acceptCoOwnership, { as: coOwner, params: { id } });
  return { id, coOwner };
}

test("a co-owner of a survey that was sent back stays signed in, and reads what to do", async () => {
  const { id, coOwner } = await share({ Title: "Is it too long?" });
  const body = { status: WAITING, feedback: "Shorten it" } as const;
  await t.request(setSurveyStatus, { as: admin, params: { id }, body });
  const page = await open(id, coOwner, "");
  await page.findByText("Change the survey and save it: an admin then reviews it again.");
  expect(page.queryByText("Shorten it")).toBeNull();
  await page.findByRole("region", { name: "Next step" });
});

test("a co-owner can appeal an unpublished survey", async () => {
  const { id, coOwner } = await share({ publishedBy: admin, Title: "Is it gone?" });
  const body = { status: WAITING, feedback: "Against the rules", reason: "spam" } as const;
  await t.request(setSurveyStatus, { as: admin, params: { id }, body });
  const page = await open(id, coOwner, "");
  await page.findByText("Against the rules");
  await page.findByRole("button", { name: "Appeal" });
});

test("a co-owner who presents a survey by open link is its host, with a short address", async () => {
  const { id, coOwner } = await share({
    publishedBy: admin,
    Title: "Who hosts it?",
    electorate: "link",
    ...untilClose(),
  });
  const page = await openPage(t, `/surveys/${id}/present`, { as: coOwner });
  await page.findByRole("checkbox", { name: "We're all in one room" });
  await waitFor(() => expect(document.body.textContent).toMatch(/\/v\/\w/));
});

test("a co-owner sees the owners and can leave, but neither invite nor remove; an admin only sees them", async () => {
  const id = await t.makeSurvey(owner, { publishedBy: admin, Title: "Is it left?", electorate: "invited" });
  const coco = await signUp(t, { role: "surveyor", name: "Coco Leaves" });
  await confirm(coco);
  await t.request(owners.inviteCoOwner, { as: owner, params: { id }, body: { email: coco.email } });
  await t.request(owners.acceptCoOwnership, { as: coco, params: { id } });
  const seen = await open(id, admin);
  const section = within(await seen.findByRole("region", { name: "Owners" }));
  await section.findByText("Coco Leaves");
  expect(section.queryAllByRole("button")).toEqual([]);

  // The list is theirs, too.
  const people = await open(id, coco, "/people");
  await people.findByLabelText("Names and email addresses");
  const { user, ...page } = await open(id, coco);
  const own = within(await page.findByRole("region", { name: "Owners" }));
  await own.findByText("(you)");
  expect(own.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Leave"]);
  await user.click(own.getByRole("button", { name: "Leave" }));
  const dialog = within(await page.findByRole("dialog", { name: "Leave this survey?" }));
  await user.click(dialog.getByRole("button", { name: "Leave" }));
  await page.findByText("Nothing is shared with you");
  await expectAccessible();
});

test("an owner sees which co-owner has lost access, and a declined invitation is gone", async () => {
  const id = await t.makeSurvey(owner, { Title: "Is it declined?" });
  const coco = await signUp(t, { role: "surveyor", name: "Coco Declines" });
  await confirm(coco);
  await t.request(owners.inviteCoOwner, { as: owner, params: { id }, body: { email: coco.email } });
  const page = await openPage(t, "/dashboard/shared", { as: coco });
  await page.user.click(await page.findByRole("button", { name: "Decline: Is it declined?" }));
  await page.findByText("Nothing is shared with you");
  await t.request(owners.inviteCoOwner, { as: owner, params: { id }, body: { email: coco.email } });
  await t.request(owners.acceptCoOwnership, { as: coco, params: { id } });
  await t.request(setUserRole, { as: admin, params: { id: coco.id }, body: { role: "user" } });
  await (await open(id, owner)).findByText("Co-owner, currently without access");
});
