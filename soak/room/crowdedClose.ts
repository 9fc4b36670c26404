import { Agent, type ClientRequest, request as httpRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import * as surveys from "@survey-app/contract/surveys.ts";
import { castVote, streamSurveyTotals } from "@survey-app/contract/votes.ts";
import type { MainDatabase } from "../../server/database/database.ts";
import { migrate } from "../../server/database/migrate.ts";
import { newId } from "../../server/database/newId.ts";
import { createTokens } from "../../server/session/tokens.ts";
import { insertSurvey } from "../../server/surveys/surveys.sql.ts";
import { freePort } from "../../server/testing/browser.ts";
import { startInstance } from "../../server/testing/instances.ts";
import { makePerson, type Person } from "../../server/testing/people.ts";
import { urlOf } from "../../server/testing/testApp.ts";
import { PUBLIC_URL, SECRET } from "../../server/testing/testConfig.ts";
import { recount } from "../../server/votes/ledger/verify.sql.ts";
import { percentiles } from "./percentiles.ts";

interface CloseOptions {
  /** Empty and not migrated. */
  database: MainDatabase;
  /** The server's settings: DATA_DIR and DATABASE_URL. */
  env: Record<string, string>;
  pages: number;
}

export interface CloseReport {
  /** Pages that follow the survey. */
  streams: number;
  /** Milliseconds from the close to a page's final result, which every page loads when its stream says that voting has ended. */
  result: { p50: number; p99: number };
  failed: number;
  /** Votes on another survey while all pages load the result, for each in the same time before. */
  votesElsewhere: number;
  mismatches: number;
}

/** Streams of one address: the limit of addresses that are in no room. */
const STREAMS_OF_ADDRESS = 100;
/** Within this time pages load the result, in milliseconds (web/surveys/liveTotals.ts). */
const SPREAD_MS = 1500;
const VOTERS = 8000;
const VOTING_AT_ONCE = 16;
/** How long votes are measured before the close, in milliseconds. */
const BEFORE_MS = 3000;

/** Closes a survey that many pages follow, all of which then load its result, while people vote on another one. */
export async function closeCrowded({ database, env, pages }: CloseOptions): Promise<CloseReport> {
  await migrate(database);
  const { crowded, elsewhere, owner, voters } = await populate(database);
  const port = await freePort();
  const instance = await startInstance(port, {
    PUBLIC_URL,
    SESSION_SECRET: SECRET,
    SMTP_URL: "smtp://127.0.0.1:1",
    ...env,
  });
  const open: ClientRequest[] = [];
  const agent = new Agent({ keepAlive: true });
  try {
    let closedAt = Number.POSITIVE_INFINITY;
    const results: number[] = [];
    let failed = 0;
    const load = async (localAddress: string) => {
      const status = await send({
        agent,
        port,
        localAddress,
        path: urlOf(surveys.getSurveyResults, { params: { id: crowded } }),
      });
      if (status !== 200) failed++;
      results.push(performance.now() - closedAt);
    };
    for (let page = 0; page < pages; page++) {
      const address = `127.0.${1 + Math.floor(page / STREAMS_OF_ADDRESS)}.1`;
      open.push(await follow(port, crowded, address, () => setTimeout(load, Math.random() * SPREAD_MS, address)));
    }
    let votes = 0;
    let isVoting = true;
    const voting = Array.from({ length: VOTING_AT_ONCE }, async () => {
      for (let voter = voters.pop(); voter && isVoting; voter = voters.pop()) {
        const body = { SurveyID: elsewhere, vote: 1 };
        const status = await send({ agent, port, path: urlOf(castVote, {}), method: "POST", as: voter, body });
        if (status !== 200) failed++;
        votes++;
      }
    });
    await sleep(1000);
    const before = votes;
    await sleep(BEFORE_MS);
    const perMs = (votes - before) / BEFORE_MS;
    closedAt = performance.now();
    const votesAtClose = votes;
    const path = urlOf(surveys.closeSurvey, { params: { id: crowded } });
    await send({ agent, port, path, method: "POST", as: owner, body: {} });
    while (results.length < pages && performance.now() - closedAt < 20_000) await sleep(5);
    const votesElsewhere = (votes - votesAtClose) / (performance.now() - closedAt) / perMs;
    isVoting = false;
    await Promise.all(voting);
    const { mismatches } = await recount(database);
    return {
      streams: open.length,
      result: percentiles(results),
      failed: failed + pages - results.length,
      votesElsewhere: Math.round(votesElsewhere * 100) / 100,
      mismatches: mismatches.length,
    };
  } finally {
    for (const request of open) request.destroy();
    agent.destroy();
    await instance.stop();
  }
}

async function populate(database: MainDatabase) {
  const tokens = createTokens(SECRET, PUBLIC_URL);
  const [crowded, elsewhere] = [newId(), newId()];
  return database.transaction(async (tx) => {
    const owner = await makePerson(tx, tokens, { role: "surveyor" });
    const form = { title: "Does everyone watch?", description: "", category: "Food Preparation", image: "" };
    const times = { starts_at: Date.now(), ends_at: null };
    for (const id of [crowded, elsewhere])
      await insertSurvey(tx, { id, owner_id: owner.id, ...form, ...times, status: surveys.PUBLISHED });
    const voters: Person[] = [];
    for (let count = 0; count < VOTERS; count++) voters.push(await makePerson(tx, tokens, {}));
    return { crowded, elsewhere, owner, voters };
  });
}

interface Sent {
  agent: Agent;
  port: number;
  path: string;
  method?: string;
  localAddress?: string;
  as?: Person;
  body?: object;
}

/** Sends a request. @returns its status */
function send({ agent, port, path, method = "GET", localAddress, as, body }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...(body && { "content-type": "application/json" }),
    };
    const at = { agent, host: "127.0.0.1", port, path, method, headers, ...(localAddress && { localAddress }) };
    const sent = httpRequest(at, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", reject);
    sent.end(body && JSON.stringify(body));
  });
}

/** Opens a page's stream from an address. @param onClosed is called once, when the stream says that voting has ended */
function follow(port: number, id: string, localAddress: string, onClosed: () => void): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const path = urlOf(streamSurveyTotals, { params: { id } });
    let hasClosed = false;
    const request = httpRequest({ host: "127.0.0.1", port, path, localAddress, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`A stream got ${response.statusCode}`));
      response.on("data", (chunk: Buffer) => {
        if (hasClosed || !/"closedAt":"/.test(chunk.toString())) return;
        hasClosed = true;
        onClosed();
      });
      response.on("error", () => {});
      resolve(request);
    });
    request.on("error", reject);
    request.end();
  });
}
