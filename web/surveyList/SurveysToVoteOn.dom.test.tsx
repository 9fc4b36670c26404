import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let admin: Account;
let voter: Account;
beforeAll(async () => {
  t = await startServer();
  admin = await signUp(t, { name: "Ada Admin", role: "admin" });
  voter = await signUp(t, { name: "Vera Voter" });
});
afterAll(() => t.close());

const ALL_DONE = "You have voted on everything new";

test("a user's home says why there is nothing to vote on: no survey, none left, or none open", async () => {
  const empty = await openPage(t, "/dashboard/adminHome", { as: voter });
  await empty.findByText("No surveys yet");
  expect(empty.queryByText(ALL_DONE)).toBeNull();

  const SurveyID = await t.makeSurvey(admin, { publishedBy: admin, Title: "Is it asked?" });
  const asked = await openPage(t, "/dashboard/adminHome", { as: voter });
  await asked.findAllByRole("link", { name: /Is it asked\?/ });

  await t.request(castVote, { as: voter, body: { SurveyID, vote: 1 } });
  const voted = await openPage(t, "/dashboard/adminHome", { as: voter });
  await voted.findByText(ALL_DONE);

  await t.request(surveys.closeSurvey, { as: admin, params: { id: SurveyID } });
  const ended = await openPage(t, "/dashboard/adminHome", { as: voter });
  await ended.findByText("No new surveys are open");
  expect(ended.queryByText(ALL_DONE)).toBeNull();
});
