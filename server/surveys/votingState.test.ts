import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED, type Survey, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeForSearch } from "../database/searchText.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { insertSurveyRows } from "../testing/surveyRows.sql.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { COUNTED_MAX } from "./votingState.sql.ts";

interface Stored {
  id: string;
  title: string;
  status: number;
  listed_votes: number;
  ends_at: number | null;
  isVotedOn: boolean;
}

const states = ["open", "ended", "unvoted"] as const;
const orders = [
  ["newest", "desc"],
  ["newest", "asc"],
  ["votes", "desc"],
  ["votes", "asc"],
  ["deadline", "asc"],
  ["deadline", "desc"],
] as const;

// Few surveys are scanned; of many, few running ones are sorted by their ids, and many ended ones are scanned.
describe.each([60, 2700])("with %i surveys", (count) => {
  let t: TestApp;
  let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
  let stored: Stored[];

  beforeAll(async () => {
    t = await testApp();
    people = await createUsersOfEveryRole(t.database, t.tokens);
    const now = Date.now();
    stored = Array.from({ length: count }, (_, number) => ({
      id: uuidv7({ msecs: now - (count - number) * 1000 }),
      title: `${number % 4 ? "Coffee" : "Tea"}, number ${number}?`,
      status: number % 10 === 9 ? WAITING : PUBLISHED,
      listed_votes: (number * 7) % 13,
      ends_at: number % 14 === 0 ? null : now + (number % 7 ? -1 : 1) * (1 + (number % 11)) * HOUR_MS,
      isVotedOn: number % 3 === 0,
    }));
    for (let first = 0; first < count; first += 200) await insert(stored.slice(first, first + 200), now);
  });
  afterAll(() => t.close());

  async function insert(some: Stored[], now: number): Promise<void> {
    const survey = ({ isVotedOn: _, ...row }: Stored) => ({
      ...row,
      owner_id: people.surveyor.id,
      description: "",
      category: "Food Preparation",
      image: "https://example.org/picture.webp",
      starts_at: now - 20 * HOUR_MS,
      created_at: now,
      updated_at: now,
      search_text: encodeForSearch(row.title),
    });
    const vote = ({ id }: Stored) => {
      const by = { user_id: people.user.id, choice: 1, comment: "", created_at: now } as const;
      return { survey_id: id, n: 1, hash: "0".repeat(64), id: uuidv7(), ...by };
    };
    await insertSurveyRows(t.database, some.map(survey));
    await t.database.db
      .insertInto("votes")
      .values(some.filter(({ isVotedOn }) => isVotedOn).map(vote))
      .execute();
  }

  const isRunning = ({ ends_at }: Stored) => ends_at === null || ends_at > Date.now();
  const inState = {
    open: isRunning,
    ended: (survey: Stored) => !isRunning(survey),
    unvoted: (survey: Stored) => isRunning(survey) && !survey.isVotedOn,
  };

  /** The ids of the first pages, at most 120, and the total. */
  async function listed(query: Record<string, unknown>, as = people.user) {
    const first = await t.send(surveys.listPublishedSurveys, { as, query: { limit: 40, ...query } });
    const ids: string[] = [];
    for (let page = first; ; ) {
      ids.push(...page.json<Survey[]>().map(({ _id }) => _id));
      const next = /^<([^>]+)>/.exec(String(page.headers.link ?? ""))?.[1];
      if (!next || ids.length >= 120) return { ids, total: first.headers["x-total-count"] };
      page = await t.app.inject({ url: next, headers: { authorization: `Bearer ${as.token}` } });
    }
  }

  function expected(state: (typeof states)[number], by: string, sort: string, part = "") {
    const keyOf = (s: Stored) => (by === "votes" ? s.listed_votes : by === "deadline" ? (s.ends_at ?? Infinity) : 0);
    // "Ending soonest first" shows ended surveys the latest end first.
    const isDescending = sort === "desc" || (by === "deadline" && state === "ended");
    const compare = (a: number | string, b: number | string) => (a === b ? 0 : a < b === isDescending ? 1 : -1);
    return stored
      .filter((survey) => survey.status === PUBLISHED && survey.title.includes(part) && inState[state](survey))
      .toSorted((a, b) => compare(keyOf(a), keyOf(b)) || compare(a.id, b.id))
      .map(({ id }) => id);
  }

  const cases = states.flatMap((state) => orders.map(([by, sort]) => [state, by, sort] as const));

  test.each(cases)("the list of %s surveys by %s %s is complete and sorted across pages", async (state, by, sort) => {
    const ids = expected(state, by, sort);
    const found = await listed({ state, by, sort });
    expect(found.ids).toEqual(ids.slice(0, 120));
    expect(found.total).toBe(ids.length > COUNTED_MAX ? `${COUNTED_MAX}+` : String(ids.length));
  });

  test.each(states)("a search among %s surveys finds only these", async (state) => {
    const ids = expected(state, "newest", "desc", "Tea");
    const found = await listed({ state, q: "tea" });
    expect(found.ids).toEqual(ids.slice(0, 120));
    expect(found.total).toBe(ids.length > 50 ? "50+" : String(ids.length));
  });

  test("for visitors, who have not voted, unvoted surveys are all open ones; only their responses are cached", async () => {
    const visitors = await t.send(surveys.listPublishedSurveys, { query: { state: "unvoted", limit: 40 } });
    expect(visitors.json<Survey[]>().map(({ _id }) => _id)).toEqual(expected("open", "newest", "desc").slice(0, 40));
    expect(visitors.headers.etag).toBeDefined();
    const query = { state: "unvoted", limit: 40 };
    const users = await t.send(surveys.listPublishedSurveys, { as: people.user, query });
    expect(users.json<Survey[]>().map(({ _id }) => _id)).toEqual(expected("unvoted", "newest", "desc").slice(0, 40));
    expect(users.headers["cache-control"]).toBe("no-store");
  });

  test("an unknown state gets 422", async () => {
    expect(await t.refused(surveys.listPublishedSurveys, { query: { state: "closed" } })).toMatchObject({
      status: 422,
      errors: [{ field: "query.state" }],
    });
  });
});
