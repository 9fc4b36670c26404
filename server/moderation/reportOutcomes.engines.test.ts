import * as account from "@survey-app/contract/account/account.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { whyUnsent } from "../mailings/whyUnsent.sql.ts";
import { countingStatements } from "../testing/countedStatements.ts";
import { killedAt } from "../testing/killedAt.ts";
import { outboxRows } from "../testing/mail.sql.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { addressHashOf } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  // Emails stay in the outbox, and only the tests enqueue them.
  t = await testApp({}, WITHOUT_POLLS);
  admin = await makePerson(t.database, t.tokens, { role: "admin" });
});
afterAll(() => t.close());

async function report(id: string, as?: Person) {
  const author = as ?? (await makePerson(t.database, t.tokens));
  const sent = { as: author, params: { id }, body: { inapp: `By ${author.name}` } };
  return { author, id: (await t.request(votes.reportSurvey, sent)).insertedId };
}
const settle = (id: string, reportId: string, outcome: votes.ReportOutcome) =>
  t.request(votes.settleReport, { as: admin, params: { id, report: reportId }, body: { outcome } });
const publish = () => t.makeSurvey(admin, { publishedBy: admin });
const emailsTo = async ({ email }: Person) =>
  (await outboxRows(t.database, email)).map(({ kind, details }) => [kind, JSON.parse(details).outcome]);

test("the author of a report gets one email with its outcome, however often and by however many instances it is looked for", async () => {
  const id = await publish();
  const [first, second, third] = [await report(id), await report(id), await report(id)];
  await settle(id, first.id, "upheld");
  const look = () => Promise.all([1, 2, 3].map(() => enqueueMailings(t.database)));
  await look();
  expect(await emailsTo(first.author)).toEqual([["reportSettled", "upheld"]]);
  expect(await emailsTo(second.author)).toEqual([]);
  await settle(id, first.id, "upheld");
  await t.request(votes.resolveReports, { as: admin, params: { id } });
  await report(id, second.author);
  const unpublish = { status: 1, feedback: "It is one", reason: "spam" } as const;
  await t.request(surveys.setSurveyStatus, { as: admin, params: { id }, body: unpublish });
  await look();
  expect(await emailsTo(first.author)).toHaveLength(1);
  for (const { author } of [second, third]) expect(await emailsTo(author)).toEqual([["reportSettled", "dismissed"]]);
});

test("unpublishing answers more reports than fit into one transaction, and a process killed in between answers none twice", async () => {
  const id = await publish();
  const authors = await Promise.all(Array.from({ length: 120 }, async () => (await report(id)).author));
  const unpublish = { status: 1, feedback: "It is one", reason: "spam" } as const;
  await t.request(surveys.setSurveyStatus, { as: admin, params: { id }, body: unpublish });
  const killed = killedAt(t.database, 2);
  await expect(enqueueMailings(killed)).rejects.toThrow("killed");
  await enqueueMailings(t.database);
  for (const author of authors) expect(await emailsTo(author)).toEqual([["reportSettled", "upheld"]]);
});

test("eight reports about a survey are answered with as many statements about them and their authors as two", async () => {
  const { database, count } = countingStatements(t.database, ["users", "reports"]);
  const answer = async (reports: number) => {
    const id = await publish();
    for (let n = 0; n < reports; n++) await report(id);
    await t.request(votes.resolveReports, { as: admin, params: { id } });
    return (await count(() => enqueueMailings(database)))[1];
  };
  expect(await answer(8)).toBe(await answer(2));
});

test("authors who refuse such emails, don't have a confirmed address, or delete the account get none, also if one was enqueued before", async () => {
  const id = await publish();
  const reports = await Promise.all([report(id), report(id), report(id)]);
  const [{ author: refuses }, { author: unconfirmed }, { author: deleted }] = reports as [
    (typeof reports)[0],
    (typeof reports)[0],
    (typeof reports)[0],
  ];
  const later = await report(id);
  const wanted = { results: true, reminders: true, reports: false };
  await t.request(outcomes.setEmailPreferences, { as: refuses, body: wanted });
  await t.database.db.updateTable("users").set({ email_verified: 0 }).where("id", "=", unconfirmed.id).execute();
  await t.request(account.deleteMyAccount, { as: deleted, body: { email: deleted.email } });
  await t.request(votes.resolveReports, { as: admin, params: { id } });
  await enqueueMailings(t.database);
  for (const author of [refuses, unconfirmed, deleted]) expect(await emailsTo(author)).toEqual([]);
  const settled = { kind: "reportSettled", outcome: "upheld", reportedAt: 0 } as const;
  const about = { ...settled, userId: later.author.id, surveyId: id, address: later.author.email };
  expect(await whyUnsent(t.database, about, addressHashOf(t))).toBeNull();
  await t.request(outcomes.setEmailPreferences, { as: later.author, body: wanted });
  expect(await whyUnsent(t.database, about, addressHashOf(t))).toBe("unsubscribed");
});
