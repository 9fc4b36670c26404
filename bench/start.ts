import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { createTokens } from "../server/session/tokens.ts";
import { PUBLIC_URL, SESSION_SECRET } from "./engines.ts";
import type { Figure, Setting } from "./figures.ts";
import { load } from "./load.ts";
import type { LoopDelay } from "./loopDelay.ts";
import { addSurveys, addVoters } from "./population.sql.ts";
import { type Filled, fillDatabase, type Production, startProduction } from "./production.ts";
import { CONNECTIONS, median } from "./rounds.ts";
import { VOTERS_PER_SECOND, voteRequest } from "./votes.ts";

/** Longer than a thread lives without requests. */
const IDLE_MS = 35_000;

/** Measures how long production takes to start on an existing database, and its memory afterwards. */
export async function measureStart({ engine, isFull }: Setting): Promise<Figure[]> {
  const filled = await fillDatabase(engine);
  try {
    // The first start after an update fills the compile cache.
    const times: number[] = [];
    for (let start = 0; start <= 10; start++) {
      const server = await startProduction(filled);
      if (start > 0) times.push(server.readyAfter);
      await server.stop();
    }
    console.log(
      `\n${engine}: ready after ${Math.round(median(times))} ms, median of ${times.length} starts (${Math.round(Math.min(...times))}–${Math.round(Math.max(...times))})`,
    );
    return [
      { what: "start to ready", unit: "ms", value: median(times), goal: { most: 1500 } },
      ...(await measureMemory(filled, engine, isFull ? 10 : 3)),
      ...(await measureLoop(filled, engine, isFull ? 10 : 3)),
    ];
  } finally {
    await filled.remove();
  }
}

async function measureMemory(filled: Filled, engine: string, seconds: number): Promise<Figure[]> {
  const server = await startProduction(filled);
  try {
    await sleep(IDLE_MS);
    const idle = megabytes(server, "VmRSS");
    const perSecond = await vote(filled, server, seconds);
    const peak = megabytes(server, "VmHWM");
    console.log(
      `${engine}: ${idle} MB after ${IDLE_MS / 1000} s of rest, at most ${peak} MB under ${seconds} s of ${perSecond} votes a second`,
    );
    return [
      { what: "memory at rest", unit: "MB", value: idle, goal: { most: 145 } },
      { what: "memory under votes", unit: "MB", value: peak, goal: { most: 300 } },
    ];
  } finally {
    await server.stop();
  }
}

/** Uses a separate server, because monitoring the event loop takes memory too. */
async function measureLoop(filled: Filled, engine: string, seconds: number): Promise<Figure[]> {
  const watched = watchedLoop(filled);
  const server = await startProduction(filled, watched.env);
  try {
    // Once to warm up.
    await vote(filled, server, 1);
    await watched.read(server);
    await vote(filled, server, seconds);
    const { p99, longest } = await watched.read(server);
    console.log(
      `${engine}: votes hold up the event loop for ${p99.toFixed(1)} ms (p99), at most ${longest.toFixed(1)} ms`,
    );
    return [{ what: "event loop held up by votes, longest", unit: "ms", value: longest, goal: { most: 20 } }];
  } finally {
    await server.stop();
  }
}

/** The environment in which a server measures its event loop delay, and a function that reads the result. */
function watchedLoop({ env: { DATA_DIR = "" } }: Filled) {
  const file = join(DATA_DIR, "loop-delay.json");
  return {
    env: {
      NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, "loopDelay.ts")).href}`,
      LOOP_DELAY_FILE: file,
    },
    async read({ pid }: Production): Promise<LoopDelay> {
      rmSync(file, { force: true });
      process.kill(pid, "SIGUSR2");
      while (!existsSync(file)) await sleep(10);
      await sleep(10);
      return JSON.parse(readFileSync(file, "utf8")) as LoopDelay;
    },
  };
}

/** Votes on one survey at full speed. @returns votes per second */
async function vote({ database }: Filled, { port }: Production, seconds: number): Promise<number> {
  const voters = await addVoters(database, createTokens(SESSION_SECRET, PUBLIC_URL), VOTERS_PER_SECOND * seconds);
  const [surveyId = ""] = await addSurveys(database, voters[0]?.userId ?? "", 1);
  const requests = voters.map(({ token }, index) => voteRequest(token, surveyId, index % 3 === 0 ? 0 : 1));
  const { perSecond } = await load(port, requests, { seconds, connections: CONNECTIONS, repeat: false });
  return Math.round(perSecond);
}

/** Current (`VmRSS`) or peak (`VmHWM`) resident memory on Linux. */
export function megabytes({ pid }: Production, what: "VmRSS" | "VmHWM"): number {
  const [, kilobytes] = new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round((Number(kilobytes) * 1024) / 1e6);
}
