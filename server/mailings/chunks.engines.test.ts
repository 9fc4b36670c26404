import { sendInvitations } from "@survey-app/contract/invitations/invitations.ts";
import { remindFollowers } from "@survey-app/contract/surveys/outcomes.ts";
import { closeSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { expect, onTestFinished, test } from "vitest";
import { countingStatements } from "../testing/countedStatements.ts";
import { freshDatabase } from "../testing/freshDatabase.ts";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { appOn, WITHOUT_POLLS } from "../testing/testApp.ts";
import { enqueueMailings } from "./mailings.sql.ts";

/** The tables from which only the label of a result is read, nothing else in a mailing. */
const OF_RESULT_LABEL = ["outcomes", "deadline_moves", "survey_notes", "survey_listings", "survey_counts"];

test("a label is read once for a mailing of several chunks about a result, and never for invitations and reminders", async () => {
  const fresh = await freshDatabase();
  const { database, count } = countingStatements(fresh.database, OF_RESULT_LABEL);
  const t = await appOn({ ...fresh, database }, {}, WITHOUT_POLLS);
  onTestFinished(() => t.close());
  const people = await createUsersOfEveryRole(t.database, t.tokens);
  const emails = Array.from({ length: 250 }, (_, n) => `person${n}@example.org`);
  const { id } = await invitedSurveys(() => ({ t, ...people })).makeOpen(0, {}, emails);
  const request = { as: people.surveyor, params: { id } };
  const enqueue = async () => (await count(() => enqueueMailings(t.database)))[1];

  await t.request(sendInvitations, request);
  const ofInvitations = await enqueue();
  expect(await sendEmails(t)).toHaveLength(250);
  await t.request(remindFollowers, request);
  const ofReminders = await enqueue();
  await sendEmails(t);
  await t.request(closeSurvey, request);
  const ofResult = await enqueue();
  expect({ ofInvitations, ofReminders, ofResult }).toEqual({ ofInvitations: 0, ofReminders: 0, ofResult: 3 });
});
