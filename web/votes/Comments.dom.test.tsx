import * as comments from "@survey-app/contract/votes/comments.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { makePerson } from "../../server/testing/people.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let survey: string;
beforeAll(async () => {
  t = await startServer();
  const admin = await makePerson(t.database, t.tokens, { role: "admin" });
  survey = await t.makeSurvey(admin, { publishedBy: admin });
  for (const [name, vote] of [["Yara Yes", 1] as const, ["Nils No", 0] as const]) {
    const as = await makePerson(t.database, t.tokens, { name, isMember: true });
    const body = { SurveyID: survey, vote, comments: `${name} says <b>why</b>` };
    await t.request(votes.castVote, { as, body });
  }
});
afterAll(() => t.close());

const vote = (as: Account) => t.request(votes.castVote, { as, body: { SurveyID: survey, vote: 1 } });
const open = async (as?: Account) => {
  const page = await openPage(t, `/surveydetails/${survey}`, as && { as });
  return { ...page, section: within(page.getByRole("region", { name: "Comments" })) };
};

test("visitors read the comments with name and vote, newest first, and those of one choice", async () => {
  const { user, section } = await open();
  const texts = () => section.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(texts()).toEqual([
    expect.stringMatching(/^Nils No.*No.*Nils No says <b>why<\/b>$/),
    expect.stringMatching(/^Yara Yes.*Yes.*Yara Yes says <b>why<\/b>$/),
  ]);
  await user.click(section.getByRole("button", { name: "From Yes voters" }));
  await waitFor(() => expect(texts()).toEqual([expect.stringContaining("Yara Yes says")]));
  expect(section.getByRole("button", { name: "From Yes voters" }).getAttribute("aria-pressed")).toBe("true");
  await user.click(section.getByRole("button", { name: "Newest" }));
  await waitFor(() => expect(texts()).toHaveLength(2));
});

test("visitors and people without a membership read that PRO lets them comment, with a link to it", async () => {
  const uma = await signUp(t, { name: "Uma User" });
  await vote(uma);
  for (const as of [undefined, uma]) {
    const { section } = await open(as);
    await section.findByText(/PRO lets you comment\./);
    expect(section.getByRole("link", { name: "See PRO" }).getAttribute("href")).toBe("/membarShip");
    expect(section.queryByRole("button", { name: "Add a comment" })).toBeNull();
  }
});

test("a member comments after voting, sees the comment, and removes it", async () => {
  const pia = await signUp(t, { name: "Pia Pro", isMember: true });
  const before = await open(pia);
  await before.section.findByText("Vote first. Then you can comment on your vote.");
  await vote(pia);

  const { user, section, ...page } = await open(pia);
  await user.click(await section.findByRole("button", { name: "Add a comment" }));
  await user.click(await section.findByRole("button", { name: "Add comment" }));
  await section.findByText("Comment is required");
  await user.type(section.getByLabelText(/^Comment/), "It depends");
  await user.click(section.getByRole("button", { name: "Cancel" }));
  expect(document.activeElement).toBe(page.getByRole("region", { name: "Comments" }));
  await user.click(await section.findByRole("button", { name: "Add a comment" }));
  await section.findByDisplayValue("It depends");
  await user.click(section.getByRole("button", { name: "Add comment" }));
  const own = (await section.findByText("It depends", { selector: "li *" })).closest("li") as HTMLElement;
  expect(section.queryByRole("button", { name: "Add a comment" })).toBeNull();

  await user.click(within(own).getByRole("button", { name: "Remove" }));
  const dialog = within(await page.findByRole("dialog", { name: "Remove your comment?" }));
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  await section.findByRole("button", { name: "Add a comment" });
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole("region", { name: "Comments" })));
  const left = await t.request(comments.listComments, { params: { id: survey } });
  expect(left.map(({ userName }) => userName)).toEqual(["Nils No", "Yara Yes"]);
});

test("only pro members can comment, and their comment is in the table; only the owner and the admins read reports", async () => {
  const [owner, admin] = [await signUp(t, { role: "surveyor" }), await signUp(t, { role: "admin" })];
  const id = await t.makeSurvey(owner, { publishedBy: admin });
  const openIt = async (as: Account) => {
    const page = await openPage(t, `/surveydetails/${id}`, { as });
    return { ...page, panel: within(page.getByRole("region", { name: "Result and vote" })) };
  };
  const pia = await signUp(t, { name: "Pia Pro", isMember: true });
  const member = await openIt(pia);
  await member.user.click(await member.panel.findByRole("radio", { name: "Yes" }));
  await member.user.type(member.panel.getByLabelText(/^Comment/, { selector: "textarea" }), "Tried for a year.");
  await member.user.click(await member.panel.findByRole("button", { name: "Vote Yes" }));
  const own = await member.findByRole("row", { name: /Pia Pro/ });
  await waitFor(() => expect(own.textContent).toContain("Tried for a year."));
  expect(own.textContent).toContain(pia.email);

  const uli = await signUp(t, { name: "Uli User" });
  const report = { SurveyID: id, vote: 0 as const, inapp: "It shows my kitchen." };
  const { user: _, panel, ...page } = await openIt(uli);
  await panel.findByRole("button", { name: "Vote" });
  expect(panel.queryByLabelText(/^Comment/)).toBeNull();
  const row = page.getByRole("row", { name: /Pia Pro/ });
  expect(row.textContent).toContain("Tried for a year.");
  expect(row.textContent).toContain("•••@e•••.org");
  await t.request(votes.castVote, { as: uli, body: report });

  const texts: Record<string, string> = {};
  for (const [who, as] of Object.entries({ pia, owner, admin })) {
    const reader = await openIt(as);
    // Only then the page has read the votes again as this person.
    await reader.findByText(who === "pia" ? pia.email : uli.email);
    texts[who] = reader.getByRole("table", { name: /^All votes/ }).textContent ?? "";
  }
  expect(texts.pia).not.toContain(report.inapp);
  for (const who of ["owner", "admin"]) expect(texts[who]).toContain(report.inapp);
});
