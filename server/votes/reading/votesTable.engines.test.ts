import { closeSurvey, getSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { listSurveyVotes } from "@survey-app/contract/votes/votes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { foldText } from "../../database/foldText.ts";
import { removeOldNames } from "../../retention/names.sql.ts";
import { invitedSurveys } from "../../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../../testing/people.ts";
import { scenarios } from "../../testing/scenario.ts";
import { type TestApp, testApp, urlOf, WITHOUT_POLLS } from "../../testing/testApp.ts";
import { eachSealedVoteByName } from "./votersByName.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let survey: string;

/** The voters in the order of their votes; every third has a comment. */
const VOTERS = [
  ["Zoë Marsh", 1],
  ["anna Fern", 0],
  ["Anna Lund", 1],
  ["ÀNNA Öst", 1],
  ["Joanna Hill", 0],
  ["Ann%", 2],
  ["Anna Lund", 0],
] as const;

beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
  survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, unsure: true, changeable: true });
  for (const [index, [name, vote]] of VOTERS.entries()) {
    const as = await makePerson(t.database, t.tokens, { name, isMember: true });
    const body = { SurveyID: survey, vote, comments: index % 3 === 0 ? `Comment ${index}` : "" };
    const { receipt } = await t.request(votes.castVote, { as, body });
    // The first one changes the vote, twice.
    if (index > 0) continue;
    const changed = await t.request(votes.castVote, { as, body: { SurveyID: survey, vote: 0, replaces: receipt } });
    await t.request(votes.castVote, { as, body: { SurveyID: survey, vote: 1, replaces: changed.receipt } });
  }
});
afterAll(() => t.close());
const invited = invitedSurveys(() => ({ t, ...people }));
const scenario = scenarios(() => ({ t, ...people }));

interface ReadVotes {
  names: string[];
  total: string;
}

/** All pages of a list, two rows each. */
async function listAll(query: Record<string, unknown>, id = survey): Promise<ReadVotes> {
  const names: string[] = [];
  let total = "";
  let url: string | undefined = urlOf(listSurveyVotes, { params: { id }, query: { ...query, limit: 2 } });
  while (url) {
    const response: Awaited<ReturnType<TestApp["app"]["inject"]>> = await t.app.inject({ url });
    expect(response.statusCode, response.payload).toBe(200);
    names.push(...response.json<{ userName: string }[]>().map(({ userName }) => userName));
    total = String(response.headers["x-total-count"]);
    url = /<([^>]+)>/.exec(String(response.headers.link ?? ""))?.[1];
  }
  return { names, total };
}

const names = (...indexes: number[]) => indexes.map((index) => VOTERS[index]?.[0] ?? "");

describe.each([
  // The first one's current vote is the third row, because it was changed before the others voted.
  [{}, [6, 5, 4, 3, 2, 1, 0]],
  [{ order: "oldest" }, [0, 1, 2, 3, 4, 5, 6]],
  [{ vote: 1 }, [3, 2, 0]],
  [{ vote: 1, order: "oldest" }, [0, 2, 3]],
  [{ vote: 2 }, [5]],
  [{ commented: 1 }, [6, 3, 0]],
  [{ commented: 1, vote: 0 }, [6]],
] as const)("%o", (query, indexes) => {
  test("lists the votes in pages, once each, with their number", async () => {
    expect(await listAll(query)).toEqual({ names: names(...indexes), total: String(indexes.length) });
  });
});

describe.each(["few", "many"])("a search by name, as on a survey with %s votes", (votesOnIt) => {
  beforeAll(async () => {
    const rows = votesOnIt === "few" ? VOTERS.length + 2 : 1_000_000;
    await sql`update ballot_boxes set ledger_rows = ${rows} where survey_id = ${survey}`.execute(t.database.db);
  });

  test.each([
    ["anna", [1, 2, 6, 3]],
    ["ANNA l", [2, 6]],
    ["ànna", [1, 2, 6, 3]],
    ["ann%", [5]],
    ["lund", []],
    ["zoë", [0]],
    ["zoe", [0]],
    ["Anna", [6], { vote: 0, commented: 1 }],
  ] as [string, number[], object?][])(
    "%s finds those whose names begin so, sorted by name",
    async (q, indexes, filter = {}) => {
      const { names: found, total } = await listAll({ q, ...filter });
      // Names that differ only in case and accents sort by their letters; equal ones in any order.
      const expected = names(...indexes);
      expect([found, total]).toEqual([expected, String(expected.length)]);
    },
  );
});

test("on a list of invited people all are found by name, however many votes other surveys have", async () => {
  await sql`update ballot_boxes set ledger_rows = 1000000`.execute(t.database.db);
  const id = await invited.make();
  const codes = await invited.makeCodes(id, 2);
  await invited.publish(id);
  for (const { code } of codes) await invited.vote(id, await invited.open(code), 1);
  expect(await listAll({ q: "code" }, id)).toEqual({ names: ["Code 1", "Code 2"], total: "2" });
});

// Security: F12
describe.each(["few", "many"])("where earlier answers stay sealed, with %s votes", (votesOnIt) => {
  let id: string;
  beforeAll(async () => {
    const as: Person[] = [];
    for (const [name] of VOTERS) as.push(await makePerson(t.database, t.tokens, { name }));
    const answers = VOTERS.map(([, vote]) => vote);
    ({ id } = await scenario({ results: "afterClose", changeable: true, unsure: true, as, answers }));
    await t.request(closeSurvey, { as: people.surveyor, params: { id } });
    if (votesOnIt === "many")
      await sql`update ballot_boxes set ledger_rows = 1000000 where survey_id = ${id}`.execute(t.database.db);
  });
  // By the letters of their names; equal names in any order.
  const byName = [5, 1, 2, 6, 3, 4, 0];

  test.each([
    [{}, byName],
    [{ order: "oldest" }, byName],
    [{ vote: 1 }, [2, 3, 0]],
    [{ q: "anna" }, [1, 2, 6, 3]],
  ] as const)("%o lists the votes by name, in pages, and no page names a row of the ledger", async (query, indexes) => {
    expect((await listAll(query, id)).names).toEqual(names(...indexes));
    const first = await t.send(listSurveyVotes, { params: { id }, query: { ...query, limit: 2 } });
    const cursor = new URL(/<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? "", "http://localhost").searchParams;
    expect(JSON.parse(Buffer.from(cursor.get("cursor") ?? "", "base64url").toString())).toEqual([
      0,
      expect.stringMatching(/^[0-9a-f]{32}$/),
      foldText(names(...indexes)[1] ?? ""),
    ]);
  });

  async function readAll(): Promise<number[]> {
    const survey = await t.request(getSurvey, { params: { id } });
    const numbers: number[] = [];
    for await (const chunk of eachSealedVoteByName(t.database, survey, 2)) numbers.push(...chunk);
    return numbers;
  }

  test("reads all votes by name for a file, in chunks", async () => {
    expect((await readAll()).map((n) => VOTERS[n - 1]?.[0])).toEqual(names(...byName));
  });

  test("reads each vote once, too, when the names are removed", async () => {
    await removeOldNames(t.database, { days: 0, onRemoved: () => {} });
    expect((await readAll()).sort()).toEqual(VOTERS.map((_, index) => index + 1));
  });
});

test("a search by name continues where it stopped, also after the last listed vote was changed", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, changeable: true });
  const voters = await Promise.all(
    ["Ida One", "Ida Two", "Ida Zoë"].map((name) => makePerson(t.database, t.tokens, { name })),
  );
  const receipts = [];
  for (const as of voters) receipts.push(await t.request(votes.castVote, { as, body: { SurveyID: id, vote: 1 } }));
  const first = await t.send(listSurveyVotes, { params: { id }, query: { q: "ida", limit: 2 } });
  const [, second] = voters;
  const replaces = receipts[1]?.receipt;
  await t.request(votes.castVote, { as: second, body: { SurveyID: id, vote: 0, replaces } });
  const url = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? "";
  const rest: { userName: string }[] = (await t.app.inject({ url })).json();
  // The changed vote is another row, which comes after the former one.
  expect(rest.map(({ userName }) => userName)).toEqual(["Ida Two", "Ida Zoë"]);
});

// As if so many votes followed the only one: with 100,000 of them the last page only reads that row.
test.each([120_000, 100_000, 99_999])(
  "a filter of a rare answer reads a bounded part of %i votes for each page, and finds it in the end",
  async (more) => {
    const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
    await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
    await sql`update ballot_boxes set ledger_rows = ${more + 1} where survey_id = ${id}`.execute(t.database.db);
    const response = await t.app.inject({ url: urlOf(listSurveyVotes, { params: { id }, query: { vote: 1 } }) });
    expect(response.json()).toEqual([]);
    expect(response.headers["x-total-count"]).toBe("1");
    expect(await listAll({ vote: 1 }, id)).toMatchObject({ names: ["Uma User"] });
    expect(await listAll({ vote: 1, order: "oldest" }, id)).toMatchObject({ names: ["Uma User"] });
  },
);

// Security: F12
test("while the results are hidden, filters and searches tell nothing", async () => {
  const { id } = await scenario({ results: "afterClose", as: [people.user], answers: [1] });
  for (const query of [{ vote: 1 }, { vote: 0 }, { q: "Uma" }, { commented: 1 }])
    for (const as of [undefined, people.surveyor, people.admin]) {
      const response = await t.send(listSurveyVotes, { params: { id }, query, as });
      expect([response.json(), response.headers["x-total-count"]]).toEqual([[], "0"]);
    }
});
