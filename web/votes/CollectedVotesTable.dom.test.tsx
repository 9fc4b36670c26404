import * as votes from "@survey-app/contract/votes/votes.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { makePerson } from "../../server/testing/people.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { catchDownloads } from "../testing/catchDownloads.ts";
import { openPage, startServer } from "../testing/openPage.tsx";
import { withAddress } from "../testing/withAddress.ts";

let t: TestApp;
let owner: Account;
let admin: Account;
beforeAll(async () => {
  t = await startServer();
  owner = await signUp(t, { name: "Sam Surveyor", role: "surveyor" });
  admin = await signUp(t, { role: "admin" });
});
afterAll(() => t.close());

test("the surveyor sees all votes and exports them as CSV", async () => {
  const id = await t.makeSurvey(owner, { publishedBy: admin, Title: "Who answers this?" });
  const pia = await makePerson(t.database, t.tokens, { name: "Pia Pro", isMember: true });
  const uli = await makePerson(t.database, t.tokens, { name: "Uli User" });
  await t.request(votes.castVote, { as: pia, body: { SurveyID: id, vote: 1, comments: '=1+1, or "two"' } });
  await t.request(votes.castVote, { as: uli, body: { SurveyID: id, vote: 0, inapp: "It shows my kitchen." } });

  const { user, ...page } = await openPage(t, "/dashboard/surveyor/surveys", { as: owner });
  const files = catchDownloads();
  await user.click(await page.findByRole("link", { name: "Responses: Who answers this?" }));
  await waitFor(() => expect(location.pathname).toBe(`/dashboard/surveyor/surveys/${id}`));
  const heading = await page.findByRole("heading", { level: 1, name: "Who answers this?" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(page.getByRole("link", { name: "See the survey" }).getAttribute("href")).toBe(`/surveydetails/${id}`);
  const table = within(await page.findByRole("table"));
  const headers = table.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(headers).toEqual(["Email", "Name", "Vote", "Reported text", "Comment"]);
  const cells = (email: string) =>
    within(table.getByRole("row", { name: withAddress(email) }))
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);
  expect(cells(uli.email)[3]).toMatch(/It shows my kitchen\.$/);
  expect(cells(uli.email)[2]).toMatch(/No$/);
  expect(cells(pia.email)[4]).toMatch(/=1\+1, or "two"$/);

  await user.click(page.getByRole("button", { name: "CSV export" }));
  await waitFor(() => expect(files).toHaveLength(1));
  const [file] = files;
  expect(file?.name).toBe(`responses-${id}.csv`);
  expect(file?.blob.type).toBe("text/csv;charset=utf-8");
  // Unlike `text`, this keeps the byte order mark.
  const bytes = (await file?.blob.arrayBuffer()) ?? new ArrayBuffer();
  const lines = Buffer.from(bytes).toString().split("\r\n");
  const today = new Date().toISOString().slice(0, 10).split("-").reverse().join("-");
  expect(lines).toEqual([
    expect.stringMatching(/^\ufeffemail,name,vote,reported text,comment,voted on,changed,ledger head [0-9a-f]{64}$/),
    `${uli.email},Uli User,No,It shows my kitchen.,,${today},,`,
    `${pia.email},Pia Pro,Yes,,"'=1+1, or ""two""",${today},,`,
    "",
  ]);
});

test("a survey without votes says so in the spec's words", async () => {
  const id = await t.makeSurvey(owner, { publishedBy: admin });
  const page = await openPage(t, `/dashboard/surveyor/surveys/${id}`, { as: owner });
  await page.findByRole("heading", { name: "vote not custing yet" });
  expect(page.queryByRole("button", { name: "CSV export" })).toBeNull();
});

test("a surveyor can't update another user's survey or read its responses", async () => {
  const id = await t.makeSurvey(owner, { publishedBy: admin, Title: "Whose is this?" });
  const other = await signUp(t, { name: "Stella Surveyor", role: "surveyor" });
  for (const path of [`surveyor/update/${id}`, `surveyor/surveys/${id}`]) {
    const page = await openPage(t, `/dashboard/${path}`, { as: other });
    await page.findByRole("heading", { level: 1, name: "Page not found" });
    expect(document.body.textContent).not.toContain("Whose is this?");
  }
});
