import { getVotesCsv } from "@survey-app/contract/results/downloads.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { REMOVED_NAME } from "@survey-app/contract/users/users.ts";
import { castVote, listSurveyVotes } from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endEndlessSurveys, OPEN_DAYS_MAX, removeOldNames } from "../retention/names.sql.ts";
import { closeEnded } from "../surveys/closeSurvey.sql.ts";
import { makePerson } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { startWebhookApp, type WebhookApp } from "../testing/webhookApp.ts";

/** Where removing names meets webhooks: docs/decisions/0069 has the table of all seams. */

let t: WebhookApp;
beforeAll(async () => {
  t = await startWebhookApp();
});
afterAll(() => t.close());

test("webhooks get what waited while names were removed, and what is decided afterwards, by ids of surveys only", async () => {
  const { receiver, owner, create } = await t.receive();
  const id = await t.makeSurvey(owner, { publishedBy: t.people.admin });
  const voter = await makePerson(t.database, t.tokens, { name: "Vera Voter" });
  await t.request(castVote, { as: voter, body: { SurveyID: id, vote: 1 } });
  const { webhook } = await create(owner);
  // Not received at first: it is tried again a minute later.
  receiver.respondWith((response) => void response.writeHead(503).end());
  await t.request(surveys.closeSurvey, { as: owner, params: { id } });
  await receiver.until(1);
  await t.settled(owner, webhook);
  const removed: string[] = [];
  await removeOldNames(t.database, { days: 0, onRemoved: (each) => removed.push(each) });
  expect(removed).toEqual([id]);
  receiver.respondWith((response) => void response.writeHead(204).end());
  await t.database.db.updateTable("webhook_deliveries").set({ next_at: 0 }).where("next_at", "is not", null).execute();
  await t.request(outcomes.setOutcome, { as: owner, params: { id }, body: { text: "We buy it" } });
  const told = (await receiver.until(3)).map(({ body }) => JSON.parse(body));
  expect(told.map(({ type }) => type)).toEqual(["survey.closed", "survey.closed", "survey.outcome"]);
  for (const { data } of told) expect(data).toEqual({ surveyId: id });
  expect((await t.settled(owner, webhook)).map(({ state }) => state)).toEqual(["delivered", "delivered"]);
});

test("the deadline that an endless survey gets is no event; its end is one", async () => {
  const { receiver, owner, create } = await t.receive();
  const id = await t.makeSurvey(owner, { publishedBy: t.people.admin });
  await create(owner);
  const { db } = t.database;
  const first_published_at = Date.now() - OPEN_DAYS_MAX * DAY_MS;
  await db.updateTable("surveys").set({ first_published_at }).where("id", "=", id).execute();
  expect(await endEndlessSurveys(t.database, recorder())).toBe(1);
  const { deadline } = await t.request(surveys.getSurvey, { params: { id } });
  expect(Date.parse(deadline ?? "")).toBeGreaterThan(Date.now() + 29 * DAY_MS);
  const times = { starts_at: Date.now() - DAY_MS, ends_at: Date.now() - 1 };
  await db.updateTable("surveys").set(times).where("id", "=", id).execute();
  await closeEnded(t.database, recorder());
  const told = (await receiver.until(1)).map(({ body }) => JSON.parse(body));
  expect(told).toMatchObject([{ type: "survey.closed", data: { surveyId: id } }]);
});

test("where earlier answers stay sealed, the votes of a survey of any size are listed without names, in pages and as a file", async () => {
  const { owner, admin, user } = { owner: await makePerson(t.database, t.tokens, { role: "surveyor" }), ...t.people };
  const deadline = new Date(Date.now() + DAY_MS).toISOString();
  const settings = { results: "afterClose", changeable: true, deadline } as const;
  const id = await t.makeSurvey(owner, { publishedBy: admin, ...settings });
  const voters = [user, await makePerson(t.database, t.tokens), await makePerson(t.database, t.tokens)];
  for (const as of voters) await t.request(castVote, { as, body: { SurveyID: id, vote: 1 } });
  await t.request(surveys.closeSurvey, { as: owner, params: { id } });
  // Also of what ended in this millisecond.
  await removeOldNames(t.database, { days: -1, onRemoved: () => {} });
  // As many rows that names are looked up, not compared.
  const { db } = t.database;
  await db.updateTable("ballot_boxes").set({ ledger_rows: 60_000 }).where("survey_id", "=", id).execute();
  const page = (cursor?: string) =>
    t.send(listSurveyVotes, { params: { id }, query: { limit: 2, ...(cursor !== undefined && { cursor }) } });
  const first = await page();
  const next = /cursor=([^&>]+)/.exec(String(first.headers.link))?.[1] ?? "";
  const listed = [...first.json(), ...(await page(decodeURIComponent(next))).json()];
  expect(listed.map(({ userName }) => userName)).toEqual(voters.map(() => REMOVED_NAME));
  expect(new Set(listed.map(({ _id }) => _id)).size).toBe(voters.length);
  const file = await t.send(getVotesCsv, { as: owner, params: { id } });
  expect(file.payload.split(REMOVED_NAME)).toHaveLength(voters.length + 1);
});
