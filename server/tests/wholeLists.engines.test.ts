import { setTimeout as sleep } from "node:timers/promises";
import { endpoints } from "@survey-app/contract/endpoints.ts";
import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import * as payments from "@survey-app/contract/payments/payments.ts";
import * as feedback from "@survey-app/contract/surveys/feedback.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as users from "@survey-app/contract/users/users.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LIST_BYTES } from "../http/listResponse.ts";
import { insertPaidElsewhere } from "../testing/memberships.sql.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

/** More than are read at once. */
const ROWS = 45;
/** A category that no other test's surveys have. */
const LONG = "Beverage Makers";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
/** A survey with `ROWS` votes. */
let popular: string;

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
  const { surveyor, admin, pro } = people;
  for (let row = 0; row < ROWS; row++) {
    const id = await t.makeSurvey(surveyor, { Title: `Question ${row}?` });
    const body = { status: surveys.PUBLISHED, feedback: "Well asked." } as const;
    await t.request(surveys.setSurveyStatus, { as: admin, params: { id }, body });
    const comments = "I would.";
    await t.request(votes.castVote, { as: pro, body: { SurveyID: id, vote: 1, comments, inapp: "Too vague." } });
    await insertPaidElsewhere(t.database, pro.id);
    popular = id;
  }
  const voters = await Promise.all(Array.from({ length: ROWS - 1 }, () => makePerson(t.database, t.tokens)));
  await Promise.all(voters.map((as) => t.request(votes.castVote, { as, body: { SurveyID: popular, vote: 0 } })));
  // Lists sorted by votes follow a moment later, and must not move while they are compared.
  while ((await sumListedVotes()) < 2 * ROWS - 1) await sleep(50);
});
afterAll(() => t.close());

/** The votes by which lists are sorted. */
async function sumListedVotes(): Promise<number> {
  const sum = t.database.db.selectFrom("surveys").select(({ fn }) => fn.sum("listed_votes").as("votes"));
  return Number((await sum.executeTakeFirstOrThrow()).votes);
}

interface List {
  endpoint: Endpoint;
  as?: Person;
  params?: Record<string, string>;
  query?: Record<string, string>;
}

/** Every list of the specification, as its client asks for it: without `limit`. */
const lists = (): List[] => {
  const { admin, surveyor, pro } = people;
  const ofPro = { as: pro, params: { email: pro.email } };
  return [
    { endpoint: users.listUsers, as: admin, query: { role: "none" } },
    { endpoint: surveys.listMySurveys, as: surveyor, query: { email: surveyor.email } },
    { endpoint: surveys.listAllSurveys },
    { endpoint: surveys.listAllSurveys, as: admin },
    { endpoint: surveys.listPublishedSurveys },
    { endpoint: surveys.listPublishedSurveys, query: { category: "none", sort: "asc" } },
    { endpoint: votes.listSurveyVotes, params: { id: popular } },
    { endpoint: votes.listSurveyVotes, as: surveyor, params: { id: popular } },
    { endpoint: votes.listCollectedVotes, as: surveyor, params: { id: popular } },
    { endpoint: feedback.listFeedback, as: surveyor, params: { email: surveyor.email } },
    { endpoint: payments.listPayments, as: admin },
    { endpoint: payments.listMyPayments, ...ofPro },
    { endpoint: votes.listMyParticipations, ...ofPro },
    { endpoint: votes.listMyReports, ...ofPro },
    { endpoint: votes.listMyComments, ...ofPro },
  ];
};

const idsOf = (response: LightMyRequestResponse) => response.json<{ _id: string }[]>().map(({ _id }) => _id);
const nextOf = ({ headers }: LightMyRequestResponse) => /^<([^>]+)>; rel="next"$/.exec(String(headers.link ?? ""))?.[1];

test("the specification's lists have all their rows, in the order of their pages", async () => {
  for (const { endpoint, ...request } of lists()) {
    const whole = await t.send(endpoint, request);
    const ids = idsOf(whole);
    expect([endpoint.path, whole.statusCode, ids.length >= ROWS]).toEqual([endpoint.path, 200, true]);
    expect([endpoint.path, whole.headers["x-total-count"]]).toEqual([endpoint.path, String(ids.length)]);
    expect(whole.headers.link).toBeUndefined();

    const first = await t.send(endpoint, { ...request, query: { ...request.query, limit: 30 } });
    expect([idsOf(first), first.headers["x-total-count"]]).toEqual([ids.slice(0, 30), String(ids.length)]);
    const headers = request.as && { authorization: `Bearer ${request.as.token}` };
    const second = await t.app.inject({ url: nextOf(first) ?? "", headers });
    expect(idsOf(second)).toEqual(ids.slice(30, 60));
  }
});

test("no other list has more than its page without `limit`", () => {
  const known = new Set(lists().map(({ endpoint }) => endpoint.path));
  for (const endpoint of endpoints.values()) {
    if (!endpoint.paginated || !endpoint.query) continue;
    const { limit } = endpoint.query.parse({ email: people.user.email }) as { limit: number };
    expect([endpoint.path, limit]).toEqual([endpoint.path, known.has(endpoint.path) ? 1000 : 24]);
  }
});

test("a search and a filter keep to pages", async () => {
  for (const { endpoint, ...request } of [
    { endpoint: surveys.listPublishedSurveys, query: { q: "question" } },
    { endpoint: surveys.listPublishedSurveys, query: { state: "open" } },
    { endpoint: votes.listSurveyVotes, params: { id: popular }, query: { vote: "0" } },
    { endpoint: users.listUsers, as: people.admin, query: { q: "test person" } },
  ]) {
    const response = await t.send(endpoint, request);
    expect([endpoint.path, idsOf(response).length]).toEqual([endpoint.path, 24]);
    expect(nextOf(response)).toBeDefined();
  }
});

// Security: F09
test("a list that would be longer than 900 kB is cut, and the rest is where its Link leads", async () => {
  const form = { category: LONG, Description: "問".repeat(5000) } as const;
  const made: string[] = [];
  const { surveyor, admin } = people;
  for (let row = 0; row < 62; row++) made.push(await t.makeSurvey(surveyor, { publishedBy: admin, ...form }));

  for (const as of [undefined, admin]) {
    const first = await t.send(surveys.listPublishedSurveys, { as, query: { category: LONG } });
    expect(first.rawPayload.length).toBeLessThanOrEqual(LIST_BYTES);
    expect(first.headers["x-total-count"]).toBe("62");
    const next = nextOf(first) ?? "";
    expect(next).not.toContain("limit");
    const second = await t.app.inject({ url: next });
    expect(second.headers["x-total-count"]).toBe("62");
    expect(second.headers.link).toBeUndefined();
    expect([...idsOf(first), ...idsOf(second)]).toEqual(made.toReversed());
  }
});
