import type { BallotSettings } from "@survey-app/contract/ballots.ts";
import type { Answer } from "@survey-app/contract/ledger.ts";
import * as surveys from "@survey-app/contract/surveys.ts";
import * as votes from "@survey-app/contract/votes.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { freePort } from "./testing/browser.ts";
import { createUsersOfEveryRole, makePerson } from "./testing/people.ts";
import { testApp } from "./testing/testApp.ts";

const HOUR = 3600_000;
const PEOPLE = 6;

type Settings = Partial<Pick<BallotSettings, "results" | "privacy" | "changeable">>;

/** What a server's log and metrics say of votes with these answers, of a change, a retry and another answer, without times and ids. */
async function tracesOf(settings: Settings, answers: readonly Answer[]): Promise<{ log: string[]; metrics: string[] }> {
  const lines: string[] = [];
  const logTo = { write: (line: string) => void lines.push(line) };
  const port = await freePort();
  const t = await testApp({ logLevel: "info", logTo, metrics: { port, host: "127.0.0.1" } }, undefined, {
    surveyPollMs: HOUR,
    mailPollMs: HOUR,
  });
  try {
    const people = await createUsersOfEveryRole(t.database, t.tokens);
    const id = await t.makeSurvey(people.surveyor, {
      publishedBy: people.admin,
      deadline: new Date(Date.now() + 48 * HOUR).toISOString(),
      unsure: true,
      ...settings,
    });
    for (const [index, vote] of answers.entries()) {
      const as = await makePerson(t.database, t.tokens, { isMember: true });
      const body = { SurveyID: id, vote, comments: "My reason", inapp: index === 0 ? "Spam" : "", ticket: newTicket() };
      const other = { ...body, vote: otherThan(vote), ticket: newTicket() };
      await t.send(votes.castVote, { as, body });
      await t.send(votes.castVote, { as, body });
      await t.send(votes.castVote, { as, body: other });
      const own = await t.request(votes.getMyVote, { as, params: { id } });
      await t.send(votes.castVote, { as, body: { ...other, replaces: own?.receipt ?? 0 } });
      await t.send(votes.castVote, { as, body: { ...body, vote: 3 } });
      await t.send(surveys.getSurveyResults, { as, params: { id } });
    }
    // A vote that can't be stored is logged with its error.
    const as = await makePerson(t.database, t.tokens);
    await sql`alter table ballot_boxes rename to renamed`.execute(t.database.db);
    const failed = { SurveyID: id, vote: answers[0], comments: "My reason", ticket: newTicket() };
    expect((await t.send(votes.castVote, { as, body: failed })).statusCode).toBe(500);
    await sql`alter table renamed rename to ballot_boxes`.execute(t.database.db);
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return { log: lines.map(masked), metrics: metrics.split("\n").filter((line) => MEASURED.test(line)) };
  } finally {
    await t.close();
  }
}

const newTicket = () => crypto.randomUUID().replaceAll("-", "");
const otherThan = (answer: Answer) => ((answer + 1) % 3) as Answer;

/** What requests and votes change: neither times, nor the state of process and connections, nor the hourly recount. */
const MEASURED = /^survey_app_(http_requests_total|http_request_duration_seconds_count|votes_(total|batch|waiting))/;

const masked = (line: string) =>
  line
    .replaceAll(/"(time|responseTime|pid|hostname)":("[^"]*"|[\d.]+)/g, "TIME")
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID")
    .replaceAll(/"(reqId|requestId)":"[^"]*"/g, "REQUEST");

// Security: F12
test.each<Settings>([
  { results: "afterVote" },
  { results: "afterClose", changeable: true },
  { results: "afterClose", privacy: "confidential", changeable: true },
  { results: "afterClose", privacy: "secret" },
])("while results are hidden, the log and the metrics are the same whatever people answered: %o", async (settings) => {
  const answers = Array.from({ length: PEOPLE }, (_, index) => (index % 3) as Answer);
  const first = await tracesOf(settings, answers);
  expect(first.log.some((line) => line.includes("ballot_boxes"))).toBe(true);
  expect(first.metrics.some((line) => line.startsWith("survey_app_votes_total"))).toBe(true);
  expect(await tracesOf(settings, answers.map(otherThan))).toEqual(first);
});
