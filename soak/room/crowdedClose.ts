import { Agent, type ClientRequest, request as httpRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { castVote, streamSurveyTotals } from "@survey-app/contract/votes/votes.ts";
import { readUse } from "../../bench/readUse.ts";
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
import { send } from "./send.ts";
import { startVoters } from "./voters.ts";

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
  /** Milliseconds from the close until a page's stream has the final result. */
  result: { p50: number; p99: number };
  /**
   * Milliseconds from the close until a page has loaded the rest: who closed the survey, and its label. Pages load it
   * one after the other.
   */
  rest: { p50: number; p99: number };
  failed: number;
  /**
   * Votes on another survey while all pages load the result, relative to the time before: `kept` to the votes in the
   * same time, and `keptByCpu` to the votes with the same CPU time of the server. All share two cores with the pages,
   * which reduces the first.
   */
  votesElsewhere: { kept: number; keptByCpu: number };
  /** The server's CPU time for each page at the close, in microseconds, without the time for votes meanwhile. */
  cpuOfPage: number;
  /** Cores in use before the close, and while all pages load the result. */
  before: Cores;
  atClose: Cores;
  mismatches: number;
}

interface Cores {
  server: number;
  /** The pages, in this process. */
  pages: number;
  voters: number;
}

/** Streams from one address: the limit for addresses that are not in a room. */
const STREAMS_OF_ADDRESS = 100;
/** Pages load the result within this time, in milliseconds (web/live/followTotals.ts). */
const SPREAD_MS = 6000;
const VOTERS = 30_000;
/** How long votes are measured before the close, in milliseconds. */
const BEFORE_MS = 3000;

/** Closes a survey that many pages follow, and that all of them then load again, while people vote on another one. */
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
    const rests: number[] = [];
    let failed = 0;
    const load = async (localAddress: string) => {
      const status = await send({
        agent,
        port,
        localAddress,
        path: urlOf(surveys.getSurveyResults, { params: { id: crowded } }),
      });
      if (status !== 200) failed++;
      rests.push(performance.now() - closedAt);
    };
    for (let page = 0; page < pages; page++) {
      const address = `127.0.${1 + Math.floor(page / STREAMS_OF_ADDRESS)}.1`;
      const onClosed = () => {
        results.push(performance.now() - closedAt);
        setTimeout(load, Math.random() * SPREAD_MS, address);
      };
      open.push(await follow(port, crowded, address, onClosed));
    }
    const voting = startVoters({
      port,
      path: urlOf(castVote, {}),
      surveyId: elsewhere,
      tokens: voters.map(({ token }) => token),
    });
    const read = (): Reading => ({
      at: performance.now(),
      votes: voting.votes(),
      server: readUse(instance.pid).seconds,
      pages: process.threadCpuUsage().user / 1e6 + process.threadCpuUsage().system / 1e6,
      voters: voting.seconds(),
    });
    await sleep(1000);
    const began = read();
    await sleep(BEFORE_MS);
    const closing = read();
    closedAt = performance.now();
    const path = urlOf(surveys.closeSurvey, { params: { id: crowded } });
    await send({ agent, port, path, method: "POST", token: owner.token, body: {} });
    while (rests.length < pages && performance.now() - closedAt < 20_000) await sleep(5);
    const done = read();
    await voting.stop();
    const [before, atClose] = [rates(began, closing), rates(closing, done)];
    const { mismatches } = await recount(database);
    return {
      streams: open.length,
      result: percentiles(results),
      rest: percentiles(rests),
      failed: failed + voting.failed() + pages - rests.length,
      votesElsewhere: {
        kept: hundredths(atClose.votes / before.votes),
        keptByCpu: hundredths(atClose.votesByCpu / before.votesByCpu),
      },
      cpuOfPage: Math.round(
        (1e6 * (done.server - closing.server - (done.votes - closing.votes) / before.votesByCpu)) / pages,
      ),
      before: before.cores,
      atClose: atClose.cores,
      mismatches: mismatches.length,
    };
  } finally {
    for (const request of open) request.destroy();
    agent.destroy();
    await instance.stop();
  }
}

interface Reading {
  /** Milliseconds. */
  at: number;
  votes: number;
  /** CPU time, in seconds. */
  server: number;
  pages: number;
  voters: number;
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** Votes per millisecond and per second of the server's CPU, and the cores in use, between two readings. */
function rates(from: Reading, to: Reading): { votes: number; votesByCpu: number; cores: Cores } {
  const ms = to.at - from.at;
  const votes = to.votes - from.votes;
  const cores = (what: keyof Cores) => hundredths((1000 * (to[what] - from[what])) / ms);
  return {
    votes: votes / ms,
    votesByCpu: votes / (to.server - from.server),
    cores: { server: cores("server"), pages: cores("pages"), voters: cores("voters") },
  };
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
