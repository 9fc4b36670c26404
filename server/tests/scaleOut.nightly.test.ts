import { setTimeout as sleep } from "node:timers/promises";
import * as account from "@survey-app/contract/account/account.ts";
import type { Endpoint, ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import * as session from "@survey-app/contract/session/session.ts";
import * as images from "@survey-app/contract/surveys/images.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as users from "@survey-app/contract/users/users.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { MainDatabase } from "../database/database.ts";
import { openDatabase } from "../process/openDatabase.ts";
import { createTokens } from "../session/tokens.ts";
import { signUpBody } from "../testing/accounts.ts";
import { type Balancer, startBalancer } from "../testing/balancer.ts";
import { freePort } from "../testing/browser.ts";
import { emptyDatabase } from "../testing/freshDatabase.ts";
import { type Instance, startInstance } from "../testing/instances.ts";
import { multipart } from "../testing/multipart.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { bilevelPng } from "../testing/png.ts";
import { urlOf } from "../testing/testApp.ts";
import { SECRET } from "../testing/testConfig.ts";
import { recount } from "../votes/ledger/verify.sql.ts";

const VOTERS = 600;
const AT_ONCE = 64;
/** Long, because the machine may be busy. */
const SOON = { timeout: 15_000 };
const ADMIN = { email: "admin@example.org", password: "the first of all admins" };

/** A user of one of the instances, with their credentials. */
interface Visitor {
  origin: string;
  token?: string | undefined;
  cookie?: string;
}

type Parts = Parameters<typeof urlOf>[1];

function ask(endpoint: Endpoint, { origin, token, cookie, ...parts }: Visitor & Parts): Promise<Response> {
  return fetch(origin + urlOf(endpoint, parts), {
    method: endpoint.method,
    headers: {
      ...(parts.body !== undefined && { "content-type": "application/json" }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
    },
    ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
  });
}

/** The same, but expects success. */
async function get<E extends Endpoint>(endpoint: E, by: Visitor & Parts): Promise<ResponseOf<E>> {
  const response = await ask(endpoint, by);
  if (!response.ok)
    throw new Error(`${endpoint.method} ${endpoint.path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as ResponseOf<E>;
}

describe.runIf(inject("engine") === "postgres")("three instances", () => {
  let empty: Awaited<ReturnType<typeof emptyDatabase>>;
  let database: MainDatabase;
  let instances: Instance[];
  let ports: number[];
  let balancer: Balancer;
  let env: Record<string, string>;
  /** The URLs of the balancer and of the instances. */
  let site: string;
  let [a, b, c] = ["", "", ""];
  beforeAll(async () => {
    empty = await emptyDatabase();
    database = openDatabase(empty);
    const [entrance = 0, ...others] = await Promise.all(Array.from({ length: 4 }, freePort));
    ports = others;
    site = `http://127.0.0.1:${entrance}`;
    env = {
      DATABASE_URL: empty.databaseUrl ?? "",
      DATABASE_CONNECTIONS: "8",
      DATA_DIR: empty.dataDir,
      PUBLIC_URL: site,
      TRUST_PROXY: "1",
      SESSION_SECRET: SECRET,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    };
    // All start at the same time, on an empty database.
    instances = await Promise.all(ports.map((port) => startInstance(port, env)));
    [a, b, c] = instances.map(({ url }) => url) as [string, string, string];
    balancer = await startBalancer(entrance, ports);
  });
  afterAll(async () => {
    await balancer?.stop();
    await Promise.all((instances ?? []).map((instance) => instance.stop()));
    await database?.close();
    await empty?.remove();
  });

  /** Signs in (or up) at one instance and fetches the token at the next. */
  async function enter(endpoint: Endpoint, origin: string, next: string, body: { email: string }) {
    const response = await ask(endpoint, { origin, body });
    expect(response.status).toBe(200);
    const cookie = response.headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; ");
    const { token } = await get(session.createAccessToken, { origin: next, cookie, body: { email: body.email } });
    return { cookie, token };
  }

  const nora = signUpBody();
  let surveyor: { cookie: string; token: string };
  let survey: string;

  test("a user signs up at one, is promoted at another and creates a survey with an image at a third", async () => {
    surveyor = await enter(session.signUp, a, b, nora);
    const admin = await enter(session.signIn, c, a, ADMIN);
    const { _id: id } = await get(users.getUser, { origin: c, token: surveyor.token, params: { email: nora.email } });
    await get(users.setUserRole, { origin: a, token: admin.token, params: { id }, body: {} });

    const { headers, body } = multipart([
      { name: "image", filename: "a.png", type: "image/png", content: bilevelPng(40, 30) },
    ]);
    const authorization = `Bearer ${surveyor.token}`;
    const uploaded = await fetch(b + urlOf(images.uploadImage, {}), {
      method: "POST",
      headers: { ...headers, authorization },
      body: new Uint8Array(body),
    });
    const { data } = (await uploaded.json()) as ResponseOf<typeof images.uploadImage>;
    expect((await fetch(site + data.display_url)).headers.get("content-type")).toBe("image/webp");

    const form = {
      Title: "Does it scale?",
      category: "Food Preparation",
      image: site.replace("http", "https") + data.display_url,
    };
    // Roles are cached for a second.
    const make = () => ask(surveys.createSurvey, { origin: c, token: surveyor.token, body: form });
    await expect.poll(async () => (await make()).status, { ...SOON, interval: 200 }).toBe(200);
    const [made] = await get(surveys.listMySurveys, { origin: c, token: surveyor.token, query: { email: nora.email } });
    survey = made?._id ?? "";
    expect(await get(surveys.listLatestSurveys, { origin: site })).toEqual([]);
    await get(surveys.setSurveyStatus, {
      origin: b,
      token: admin.token,
      params: { id: survey },
      body: { status: surveys.PUBLISHED },
    });
    // A signed-in admin sees it immediately; visitors when the instance has received the event.
    expect(await get(surveys.listPublishedSurveys, { origin: c, token: admin.token })).toMatchObject([{ _id: survey }]);
    for (const origin of [a, b, c, site])
      await expect.poll(() => get(surveys.listLatestSurveys, { origin }), SOON).toMatchObject([{ _id: survey }]);
  });

  /** Votes and retries until there is a receipt. @returns the receipt and the number of attempts */
  async function insist(voter: Person, choice: number): Promise<{ receipt: string; tries: number }> {
    for (let tries = 1; ; tries++) {
      const body = { SurveyID: survey, vote: choice };
      const response = await ask(votes.castVote, { origin: site, token: voter.token, body }).catch(() => null);
      if (response?.ok)
        return { receipt: ((await response.json()) as ResponseOf<typeof votes.castVote>).insertedId, tries };
      if (response && response.status < 500) throw new Error(`A vote was refused: ${await response.text()}`);
      if (tries > 50) throw new Error("No receipt for a vote");
      await response?.body?.cancel();
      await sleep(50);
    }
  }

  /** Follows the live totals as an open page does, and reconnects when the connection is cut. */
  async function follow(origin: string, seen: number[], signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const stream = await fetch(origin + urlOf(votes.streamSurveyTotals, { params: { id: survey } }), { signal });
        for await (const chunk of stream.body ?? [])
          for (const [, total] of new TextDecoder().decode(chunk).matchAll(/"totalVotes":(\d+)/g))
            seen.push(Number(total));
      } catch {
        await sleep(50);
      }
    }
  }

  test("votes go through the load balancer while one instance is killed: each acknowledged one is stored once", async () => {
    const tokens = createTokens(SECRET, site);
    const voters: Person[] = [];
    while (voters.length < VOTERS)
      voters.push(...(await Promise.all(Array.from({ length: 12 }, () => makePerson(database, tokens)))));
    const receipts = new Map<string, string>();
    const leaving = new AbortController();
    const pages = [a, c, site].map((origin) => ({ origin, seen: [] as number[] }));
    const following = pages.map(({ origin, seen }) => follow(origin, seen, leaving.signal));
    let killing: Promise<void> | undefined;
    let next = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < VOTERS) {
          const turn = next++;
          const voter = voters[turn] as Person;
          const { receipt } = await insist(voter, turn % 3 === 0 ? 0 : 1);
          receipts.set(voter.id, receipt);
          if (receipts.size > VOTERS / 3) killing ??= instances[1]?.kill();
        }
      }),
    );
    await killing;
    for (const { seen } of pages) await expect.poll(() => seen.at(-1), SOON).toBe(VOTERS);
    leaving.abort();
    await Promise.all(following);
    const stored = await database.db.selectFrom("votes").select(["user_id", "id"]).execute();
    expect(new Map(stored.map(({ user_id, id }) => [user_id, id]))).toEqual(receipts);
    expect(stored).toHaveLength(VOTERS);
    expect(await recount(database)).toMatchObject({ votes: VOTERS, mismatches: [] });
    // A repeated vote at another instance returns the same receipt.
    expect(await insist(voters[0] as Person, 0)).toMatchObject({ receipt: receipts.get(voters[0]?.id ?? "") });
  });

  test("every instance returns the same totals, including the one that was killed, and visitors' lists catch up", async () => {
    instances[1] = await startInstance(ports[1] as number, env);
    const totals = { totalVotes: VOTERS, yesVotes: VOTERS - VOTERS / 3, noVotes: VOTERS / 3 };
    for (const origin of [a, b, c]) {
      expect(await get(surveys.getSurveyResults, { origin, params: { id: survey } })).toMatchObject(totals);
      await expect.poll(() => get(surveys.listTopSurveys, { origin }), SOON).toMatchObject([totals]);
    }
    expect(await (await fetch(site)).text()).toContain("Does it scale?");
  });

  // Security: R43
  test("a session that ends at one instance ends at the others within a second", async () => {
    const devices = (origin: string) => ask(account.listMySessions, { origin, token: surveyor.token });
    for (const origin of [a, b, c]) expect((await devices(origin)).status).toBe(200);
    await get(session.signOut, { origin: a, cookie: surveyor.cookie, body: {} });
    expect((await devices(a)).status).toBe(401);
    await sleep(1050); // sessions are cached for this long
    for (const origin of [b, c]) expect((await devices(origin)).status).toBe(401);
  });
});
