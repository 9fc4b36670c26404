import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let admin: Account;
beforeAll(async () => {
  t = await startServer();
  admin = await signUp(t, { role: "admin" });
});
afterAll(() => t.close());

test("votes, reports and comments are in the user's lists, with a link only while the survey is published", async () => {
  const id = await t.makeSurvey(admin, { publishedBy: admin, Title: "Is this in my list?" });
  const mia = await signUp(t, { name: "Mia Member", isMember: true });
  const body = { SurveyID: id, vote: 1, comments: '=1+1, or "two"', inapp: "It shows my kitchen." } as const;
  await t.request(castVote, { as: mia, body });

  const { user, ...page } = await openPage(t, "/dashboard/user/surveys", { as: mia });
  const row = await page.findByRole("row", { name: /Is this in my list/ });
  expect(within(row).getAllByRole("cell")[1]?.textContent).toMatch(/Yes$/);
  await user.click(within(row).getByRole("link", { name: "View: Is this in my list?" }));
  await page.findByRole("heading", { level: 1, name: "Is this in my list?" });
  expect(location.pathname).toBe(`/surveydetails/${id}`);
  const comments = await openPage(t, "/dashboard/user/comments", { as: mia });
  const commented = await comments.findByRole("article");
  expect(commented.textContent).toContain("Is this in my list?");
  expect(commented.textContent).toContain('=1+1, or "two"');
  within(commented).getByRole("link", { name: "View: Is this in my list?" });

  await t.request(surveys.setSurveyStatus, {
    as: admin,
    params: { id },
    body: { status: surveys.WAITING, feedback: "A person can be seen." },
  });
  const reports = await openPage(t, "/dashboard/user/my-reports", { as: mia });
  const reported = await reports.findByRole("article");
  expect(reported.textContent).toContain("Is this in my list?");
  expect(reported.textContent).toContain("It shows my kitchen.");
  expect(reported.textContent).toContain("Unpublished by an admin");
  expect(within(reported).queryByRole("link")).toBeNull();
});

test("the list says when a survey was closed early, and when it was planned to end", async () => {
  const deadline = "2126-11-24T12:00:00.000Z";
  const [planned, early, open] = await Promise.all(
    [deadline, deadline, null].map((end, index) =>
      t.makeSurvey(admin, { publishedBy: admin, Title: `Ends how ${index}?`, deadline: end }),
    ),
  );
  const voter = await signUp(t);
  for (const id of [planned, early, open])
    await t.request(castVote, { as: voter, body: { SurveyID: id ?? "", vote: 1 } });
  for (const id of [early, open]) await t.request(surveys.closeSurvey, { as: admin, params: { id: id ?? "" } });
  const page = await openPage(t, "/dashboard/user/surveys", { as: voter });
  const deadlineOf = async (title: string) =>
    within(await page.findByRole("row", { name: new RegExp(title) })).getAllByRole("cell")[2]?.textContent;
  expect(await deadlineOf("Ends how 0")).toMatch(/24-11-2126$/);
  expect(await deadlineOf("Ends how 1")).toMatch(/closed \d\d-\d\d-2026planned 24-11-2126$/);
  expect(await deadlineOf("Ends how 2")).toMatch(/closed \d\d-\d\d-2026$/);
});
