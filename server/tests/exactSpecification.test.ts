import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { expect, onTestFinished, test } from "vitest";
import type { AppConfig } from "../config/config.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { testApp } from "../testing/testApp.ts";

/** The settings that docs/operating.md names. */
const SETTINGS: Partial<AppConfig> = { surveyors: "admins", askUnlisted: "surveyors" };

async function start(settings: Partial<AppConfig>) {
  const t = await testApp(settings);
  onTestFinished(() => t.close());
  return { t, people: await createUsersOfEveryRole(t.database, t.tokens) };
}

/** The form that the specification's client sends to add a survey. */
const form = {
  Title: "Is this all?",
  category: "Cleaning Tools",
  image: "https://example.org/a.png",
  createDate: "2026-01-05",
  status: 1,
  totalVotes: 0,
  yesVotes: 0,
  noVotes: 0,
} as const;

test("with the settings of the specification only surveyors and admins ask, and an admin publishes", async () => {
  const { t, people } = await start(SETTINGS);
  for (const as of [people.user, people.pro]) {
    const unlisted = { ...form, listed: false, electorate: "invited" };
    for (const body of [form, unlisted])
      expect(await t.refused(surveys.createSurvey, { as, body })).toMatchObject({ status: 403 });
  }
  expect(await t.request(surveys.createSurvey, { as: people.surveyor, body: form })).toMatchObject({ status: 1 });
  expect(await t.request(surveys.listLatestSurveys, {})).toEqual([]);
});

test("with SURVEY_REVIEW=off, too, a client that can't publish has its surveys in all lists", async () => {
  const { t, people } = await start({ ...SETTINGS, surveyReview: "off" });
  const { insertedId } = await t.request(surveys.createSurvey, { as: people.surveyor, body: form });
  expect(await t.request(surveys.listLatestSurveys, {})).toMatchObject([{ _id: insertedId, status: 2 }]);
});
