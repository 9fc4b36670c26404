import type { BallotSettings } from "@survey-app/contract/ballots/ballots.ts";
import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { castLinkVote } from "@survey-app/contract/votes/linkVotes.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import type { LightMyRequestResponse } from "fastify";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { freePort } from "../testing/browser.ts";
import { linkOf } from "../testing/invitationTokens.ts";
import { invitedSurveys, newTicket } from "../testing/invitedSurveys.ts";
import { linkSurveys } from "../testing/linkVoters.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

const PEOPLE = 6;

type Settings = Partial<Pick<BallotSettings, "results" | "privacy" | "changeable">>;

interface Traces {
  log: string[];
  metrics: string[];
}

/** The server's log and metrics after `act` on a survey with these settings, without times and ids. */
async function tracesOf(act: Act, settings: Settings, answers: readonly Answer[]): Promise<Traces> {
  const lines: string[] = [];
  const logTo = { write: (line: string) => void lines.push(line) };
  const port = await freePort();
  const t = await testApp({ logLevel: "info", logTo, metrics: { port, host: "127.0.0.1" } }, WITHOUT_POLLS);
  try {
    const deadline = new Date(Date.now() + 48 * HOUR_MS).toISOString();
    const readMetrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    // The recount at the start reads the table that is renamed below.
    await expect.poll(readMetrics).toMatch(/recount_timestamp_seconds [1-9]/);
    const cast = await act(t, { deadline, unsure: true, ...settings }, answers);
    // A vote that can't be stored is logged with its error.
    await sql`alter table ballot_boxes rename to renamed`.execute(t.database.db);
    expect((await cast(answers[0] ?? 0)).statusCode).toBe(500);
    await sql`alter table renamed rename to ballot_boxes`.execute(t.database.db);
    const metrics = await readMetrics();
    return { log: lines.map(masked), metrics: metrics.split("\n").filter((line) => MEASURED.test(line)) };
  } finally {
    await t.close();
  }
}

/** Votes on a new survey in every way, with these answers. @returns a function that casts one more vote */
type Act = (
  t: TestApp,
  settings: Settings & { deadline: string; unsure: boolean },
  answers: readonly Answer[],
) => Promise<(vote: Answer) => Promise<LightMyRequestResponse>>;

/** Each account votes, retries, gives another answer, changes its vote, sends an invalid one, and reads the result. */
const voteWithAccounts: Act = async (t, settings, answers) => {
  const people = await createUsersOfEveryRole(t.database, t.tokens);
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...settings });
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
  const as = await makePerson(t.database, t.tokens);
  return (vote) =>
    t.send(votes.castVote, { as, body: { SurveyID: id, vote, comments: "My reason", ticket: newTicket() } });
};

/** The same with codes, links and accounts on the list. */
const voteByInvitation: Act = async (t, settings, answers) => {
  const people = await createUsersOfEveryRole(t.database, t.tokens);
  const invited = invitedSurveys(() => ({ t, ...people }));
  const person = await makePerson(t.database, t.tokens);
  const emails = Array.from({ length: PEOPLE }, (_, index) => `p${index}@example.org`);
  const { id, codes } = await invited.makeOpen(PEOPLE + 1, settings, [...emails, person.email]);
  const byLink = (await invited.list(id)).filter(({ email }) => email !== null && emails.includes(email));
  const links = byLink.map(({ _id }) => linkOf(t, _id));
  for (const [index, vote] of answers.entries())
    for (const code of [codes[index] ?? "", links[index] ?? ""]) {
      const token = await invited.open(code);
      const ticket = newTicket();
      await invited.vote(id, token, vote, { ticket });
      await invited.vote(id, token, vote, { ticket });
      await invited.vote(id, token, otherThan(vote));
      const own = (await invited.status(id, token)).json().vote;
      await invited.vote(id, token, otherThan(vote), { replaces: own?.receipt ?? 0 });
      await invited.vote(id, token, 2, { vote: 3 });
    }
  const body = { SurveyID: id, vote: answers[0] ?? 0, ticket: newTicket() };
  expect((await t.send(votes.castVote, { as: person, body })).statusCode).toBe(200);
  const token = await invited.open(codes[PEOPLE] ?? "");
  return (vote) => invited.vote(id, token, vote);
};

/** Each browser votes, retries, gives another answer, and sends an invalid one; the host reads how voting goes. */
const voteByOpenLink: Act = async (t, settings, answers) => {
  const { surveyor } = await createUsersOfEveryRole(t.database, t.tokens);
  const links = linkSurveys(() => ({ t, surveyor }));
  const id = await links.make(settings);
  for (const vote of answers) {
    const browser = await links.open(id);
    for (const answer of [vote, vote, otherThan(vote)]) await links.vote(id, browser, answer);
    await links.vote(id, browser, vote, { vote: 3 });
    await links.status(id, browser);
  }
  await t.send(surveys.getSurveyResults, { as: surveyor, params: { id } });
  const browser = await links.open(id);
  const { questionHash: question } = (await links.results(id)).label;
  // Without reading the survey, which also fails then.
  return (vote) => t.send(castLinkVote, { params: { id }, headers: { ...browser }, body: { vote, question } });
};

const otherThan = (answer: Answer) => ((answer + 1) % 3) as Answer;

/**
 * The metrics that requests and votes change, without times, the state of process and connections, and the hourly
 * recount.
 */
const MEASURED = /^survey_app_(http_requests_total|http_request_duration_seconds_count|votes_(total|batch|waiting))/;

const masked = (line: string) =>
  line
    .replaceAll(/"(time|responseTime|pid|hostname)":("[^"]*"|[\d.]+)/g, "TIME")
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID")
    // PostgreSQL reports one of the two as missing, depending on the statements that its connection has prepared.
    .replaceAll(/\b(relation|type) (?=\\+"ballot_boxes)/g, "TABLE ")
    .replaceAll(/"(reqId|requestId)":"[^"]*"/g, "REQUEST");

// Security: F12
test("while a result waits for its owner, the log and the metrics are the same whatever people answered by open link", async () => {
  const answers = Array.from({ length: PEOPLE }, (_, index) => (index % 3) as Answer);
  const first = await tracesOf(voteByOpenLink, { results: "shown" }, answers);
  expect(first.metrics.some((line) => line.startsWith("survey_app_votes_total"))).toBe(true);
  expect(await tracesOf(voteByOpenLink, { results: "shown" }, answers.map(otherThan))).toEqual(first);
});

// Security: F12
describe.each([
  ["with accounts", voteWithAccounts],
  ["by invitation", voteByInvitation],
])("of votes %s", (_, act) => {
  test.each<Settings>([
    { results: "afterVote" },
    { results: "afterClose", changeable: true },
    { results: "afterClose", privacy: "confidential", changeable: true },
    { results: "afterClose", privacy: "secret" },
  ])(
    "while results are hidden, the log and the metrics are the same whatever people answered: %o",
    async (settings) => {
      const answers = Array.from({ length: PEOPLE }, (_, index) => (index % 3) as Answer);
      const first = await tracesOf(act, settings, answers);
      expect(first.log.some((line) => line.includes("ballot_boxes"))).toBe(true);
      expect(first.metrics.some((line) => line.startsWith("survey_app_votes_total"))).toBe(true);
      expect(await tracesOf(act, settings, answers.map(otherThan))).toEqual(first);
    },
  );
});
