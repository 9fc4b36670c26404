import { API_PREFIX, type Endpoint } from "@survey-app/contract/http/endpoint.ts";
import { PAGE_SIZE } from "@survey-app/contract/http/pagination.ts";
import { getOperations } from "@survey-app/contract/ops/operations.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { listUsers, type Role } from "@survey-app/contract/users/users.ts";
import { getMyNumbers } from "@survey-app/contract/votes/ownNumbers.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { encodeCursor } from "../server/database/cursor.ts";
import type { Database } from "../server/database/database.ts";
import { createTokens } from "../server/session/tokens.ts";
import type { Bulk } from "./bulk.sql.ts";
import { PUBLIC_URL, SESSION_SECRET } from "./engines.ts";
import { requestBytes } from "./load.ts";
import { addSession, addVoters, makeAdmin, publishedSurveys } from "./population.sql.ts";
import { RARE_WORD, wordOf } from "./vocabulary.ts";

/** One of our servers on a filled database. */
export interface FilledServer {
  port: number;
  pid: number;
  /** The settings with which it runs. */
  env: Record<string, string>;
  database: Database;
  bulk: Bulk;
  /** CPU time so far of each process of the server and its database, in milliseconds, by process id. */
  cpu(): ReadonlyMap<number, number>;
  stop(): Promise<void>;
}

/** The requests of a round. */
type Requests = (round: number) => Buffer[];

/** Surveys that requests about one survey alternate between. */
const SAMPLE = 200;
/** Maximum votes per round: more than one connection can send. */
const VOTES_A_ROUND = 500;

/** The number of rows of the last page of a ledger that is requested. */
const LAST_ROWS = 100;

/** A common word occurs in two of five surveys. */
const COMMON = wordOf(6);
export const words = {
  "a rare word": RARE_WORD,
  "a common word": COMMON,
  "a word of one in fifty": wordOf(300),
  "a word of one in three hundred": wordOf(650),
  "two letters": COMMON.slice(0, 2),
  "two rare letters": RARE_WORD.slice(0, 2),
  "a term without results": "nowhere to be found",
};

/** The requests of an admin about the list of users. */
export const usersQueries: Record<string, { role?: Role; q?: string }> = {
  "an admin's list of users": {},
  "an admin's list of users, no members": { role: "user" },
  "an admin's list of users, members": { role: "pro-user" },
  "an admin's list of users, search a rare name": { q: RARE_WORD },
  "an admin's list of users, search a common name": { q: "person" },
  "an admin's list of users, search a name without results": { q: "nowhere to be found" },
};

/** Every list, search and read of one survey, and voting, by name. */
export async function growthRequests(
  { port, database, bulk }: FilledServer,
  rounds: number,
): Promise<Record<string, Requests>> {
  const tokens = createTokens(SESSION_SECRET, PUBLIC_URL);
  const voters = await addVoters(database, tokens, VOTES_A_ROUND * rounds);
  const [reader] = voters;
  if (!reader) throw new Error("There is no reader");
  await makeAdmin(database, reader.userId);
  const sample = await publishedSurveys(database, SAMPLE);
  const ids = sample.map(({ id }) => id);
  const headers = { authorization: `Bearer ${reader.token}` };
  const get = (
    endpoint: Endpoint,
    query: Record<string, string> = {},
    params: Record<string, string> = {},
    as = headers,
  ) => requestBytes("GET", pathOf(endpoint, params, query), as);
  const busiest = { authorization: `Bearer ${await addSession(database, tokens, bulk.busiest.id)}` };
  const always =
    (...requests: Buffer[]) =>
    () =>
      requests;
  const about = (endpoint: Endpoint) => always(...ids.map((id) => get(endpoint, {}, { id })));
  /** A page of a list, as our own pages request it. Without a limit, the big database would have longer responses. */
  const page = { limit: String(PAGE_SIZE) };
  const list = (query: Record<string, string>) => always(get(surveys.listPublishedSurveys, { ...page, ...query }));
  const adminsList = (query: Record<string, string>) => always(get(surveys.listAllSurveys, { ...page, ...query }));
  /** Pages from the middle of a list. */
  const midst = (query: Record<string, string>, keyOf: (survey: (typeof sample)[number]) => number) =>
    always(
      ...sample.map((survey) =>
        get(surveys.listPublishedSurveys, { ...page, ...query, cursor: encodeCursor([keyOf(survey), survey.id]) }),
      ),
    );
  const vote = (token: string, id: string) =>
    requestBytes("POST", API_PREFIX + votes.castVote.path, { authorization: `Bearer ${token}` }, voteBody(id));
  const castBy = (surveyOf: (index: number) => string) => (round: number) =>
    voters
      .slice(round * VOTES_A_ROUND + 1, (round + 1) * VOTES_A_ROUND)
      .map(({ token }, index) => vote(token, surveyOf(index)));

  for (const id of ids.slice(0, 30)) await post(port, headers, id);
  const hot = { id: bulk.hotSurveyId };
  const own = { email: `${reader.userId}@example.org` };
  const searches = Object.entries(words).flatMap(([what, q]): [string, Requests][] => [
    [`search ${what}`, list({ q })],
    [`search ${what}, by votes`, list({ q, by: "votes" })],
    [`search ${what}, by deadline`, list({ q, by: "deadline" })],
  ]);
  const category = "Food Preparation";
  return {
    "six newest": always(get(surveys.listLatestSurveys)),
    "six most voted": always(get(surveys.listTopSurveys)),
    "list, newest": list({}),
    "list, newest, without a limit": always(get(surveys.listPublishedSurveys)),
    "list, newest, midst": midst({}, () => 0),
    "list, by votes": list({ by: "votes" }),
    "list, by votes, midst": midst({ by: "votes" }, ({ votes }) => votes),
    "list, fewest votes": list({ sort: "asc" }),
    "list, by deadline": list({ by: "deadline" }),
    "list, by deadline, midst": midst({ by: "deadline" }, ({ deadline }) => deadline),
    "list, one category": list({ category }),
    "list, one category, by votes": list({ category, by: "votes" }),
    "list, one category, by deadline": list({ category, by: "deadline" }),
    ...Object.fromEntries(searches),
    "search a common word in one category": list({ q: COMMON, category }),
    "an admin's list": adminsList({}),
    "an admin's list, those that wait": adminsList({ status: "1" }),
    "an admin's list, search a rare word": adminsList({ q: RARE_WORD }),
    "an admin's list, search a common word": adminsList({ q: COMMON }),
    ...Object.fromEntries(
      Object.entries(usersQueries).map(([what, query]) => [what, always(get(listUsers, { ...page, ...query }))]),
    ),
    "an admin's view of operations": always(get(getOperations)),
    "a surveyor's own, every tenth survey": always(get(surveys.listMySurveys, { ...page, email: bulk.surveyor })),
    "one survey": about(surveys.getSurvey),
    "the hot survey": always(get(surveys.getSurvey, {}, hot)),
    results: about(surveys.getSurveyResults),
    "results of the hot survey": always(get(surveys.getSurveyResults, {}, hot)),
    "history of the hot survey": always(get(surveys.getSurveyHistory, {}, hot)),
    "ledger of one survey": about(votes.getLedger),
    "ledger of the hot survey, last page": always(
      get(votes.getLedger, { after: String(bulk.hotVotes - LAST_ROWS) }, hot),
    ),
    "votes of one survey": always(...ids.map((id) => get(votes.listSurveyVotes, page, { id }))),
    "votes of the hot survey": always(get(votes.listSurveyVotes, page, hot)),
    "own numbers": always(get(getMyNumbers)),
    "own vote": about(votes.getMyVote),
    "own choices of 24": always(get(votes.listMyChoices, { surveys: ids.slice(0, 24).join(",") })),
    "my votes": always(get(votes.listMyParticipations, page, own)),
    "my votes, of the one with most": always(
      get(votes.listMyParticipations, page, { email: bulk.busiest.email }, busiest),
    ),
    "my comments, of the one with most votes": always(
      get(votes.listMyComments, page, { email: bulk.busiest.email }, busiest),
    ),
    "home page": always(requestBytes("GET", "/")),
    "page of one survey": always(...ids.map((id) => requestBytes("GET", `/surveydetails/${id}`))),
    "page of the hot survey": always(requestBytes("GET", `/surveydetails/${bulk.hotSurveyId}`)),
    "cast, any survey": castBy((index) => ids[index % SAMPLE] ?? ""),
    "cast, the hot survey": castBy(() => bulk.hotSurveyId),
  };
}

const voteBody = (id: string) => JSON.stringify({ SurveyID: id, vote: 1, comments: "", inapp: "" });

async function post(port: number, headers: Record<string, string>, id: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${API_PREFIX}${votes.castVote.path}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: voteBody(id),
  });
  if (!response.ok) throw new Error(`A vote got status ${response.status}: ${await response.text()}`);
}

function pathOf(endpoint: Endpoint, params: Record<string, string>, query: Record<string, string>): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams(query).toString();
  return API_PREFIX + path + (search && `?${search}`);
}
