import { API_PREFIX } from "@survey-app/contract/http/endpoint.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { createTokens } from "../server/session/tokens.ts";
import { build } from "../tools/build.ts";
import { startPostgres } from "../tools/test/postgres.ts";
import { type Engine, PUBLIC_URL, SESSION_SECRET } from "./engines.ts";
import { startFilled } from "./growth.ts";
import { words } from "./growthCalls.ts";
import { addVoters, createDatabase } from "./population.sql.ts";
import { median } from "./rounds.ts";
import { wordOf } from "./vocabulary.ts";

/**
 * `npm run bench:search -- [surveys] [sqlite|postgres]`: compares searches with a plain list in the same order, and
 * measures how long honest readers wait while others send the most expensive searches. Rate limits are off. Honest
 * requests carry a token, so that none of their responses comes from the cache.
 */
const [count = "100000", ...engines] = process.argv.slice(2);
const ROUNDS = 25;
const ATTACKERS = 12;
const ATTACK_MS = 15_000;
const PAUSE_MS = 50;

await build();
for (const engine of (engines.length > 0 ? engines : ["sqlite", "postgres"]) as Engine[]) {
  const postgres = engine === "postgres" ? await startPostgres() : undefined;
  const url = postgres && (await createDatabase(postgres.url, "search"));
  const server = await startFilled({ surveys: Number(count), votes: 1000 }, url);
  try {
    const [reader] = await addVoters(server.database, createTokens(SESSION_SECRET, PUBLIC_URL), 1);
    const headers = { authorization: `Bearer ${reader?.token}` };
    const base = `http://127.0.0.1:${server.port}`;
    const timedRequest = (path: string) => timed(base + path, headers);
    console.log(
      `\n${engine}, ${count} surveys: p50 in ms, and how many times a plain list (median of ${ROUNDS} rounds)`,
    );
    for (const by of ["newest", "votes", "deadline"]) await compareWords(timedRequest, by);
    console.log(`\n${engine}, ${count} surveys, ${ATTACKERS} clients searching without pause: ms`);
    await attack(base, timedRequest);
  } finally {
    await server.stop();
    await postgres?.stop();
  }
}

type TimedRequest = (path: string) => Promise<number>;

function listing(query: Record<string, string>): string {
  return `${API_PREFIX}${surveys.listPublishedSurveys.path}?${new URLSearchParams(query)}`;
}

async function timed(url: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now();
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} got status ${response.status}`);
  return performance.now() - began;
}

async function compareWords(timedRequest: TimedRequest, by: string): Promise<void> {
  const took = new Map<string, { ms: number[]; ratios: number[] }>();
  for (let round = -2; round < ROUNDS; round++) {
    const plain = await timedRequest(listing({ by }));
    for (const [what, q] of Object.entries({ "": "", ...words, "two signs": "??" })) {
      const ms = await timedRequest(listing({ by, q }));
      const sofar = took.get(what) ?? { ms: [], ratios: [] };
      // The first rounds warm up.
      if (round >= 0) took.set(what, { ms: [...sofar.ms, ms], ratios: [...sofar.ratios, ms / plain] });
    }
  }
  for (const [what, { ms, ratios }] of took)
    console.log(
      `  by ${by.padEnd(9)} ${what.padEnd(34)} ${median(ms).toFixed(2).padStart(8)} ${median(ratios).toFixed(2)}`,
    );
}

/** Every request differs from the previous one, so none is served from the cache. */
function mostExpensive(number: number): string {
  const texts = [
    "?".repeat(200 - (number % 40)),
    "??",
    `${wordOf(number % 6)}? ${wordOf((number + 1) % 6)}`,
    "e".repeat(3),
  ];
  return texts[number % texts.length] ?? "";
}

async function attack(base: string, timedRequest: TimedRequest): Promise<void> {
  let isOver = false;
  const statuses = new Map<number, number>();
  const attackers = Array.from({ length: ATTACKERS }, async (_, client) => {
    for (let number = client; !isOver; number += ATTACKERS) {
      const by = ["newest", "votes", "deadline"][number % 3] ?? "";
      const url = base + listing({ q: mostExpensive(number), by, limit: String(1 + (number % 97)) });
      const response = await fetch(url);
      await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    }
  });
  const honest = {
    "the home page": "/",
    "six newest": API_PREFIX + surveys.listLatestSurveys.path,
    "a plain list": listing({}),
    "a search": listing({ q: wordOf(300) }),
    "a search by votes": listing({ q: wordOf(650), by: "votes" }),
  };
  const took = new Map<string, number[]>();
  const until = performance.now() + ATTACK_MS;
  while (performance.now() < until) {
    for (const [what, path] of Object.entries(honest))
      took.set(what, [...(took.get(what) ?? []), await timedRequest(path)]);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  isOver = true;
  await Promise.all(attackers);
  for (const [what, times] of took) {
    const sorted = times.toSorted((a, b) => a - b);
    const percentile = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1).padStart(8);
    console.log(
      `  ${what.padEnd(34)} p50 ${percentile(0.5)} p90 ${percentile(0.9)} most ${percentile(1)} (${times.length} times)`,
    );
  }
  console.log(
    `  the attackers' responses: ${[...statuses].map(([status, times]) => `${times} × ${status}`).join(", ")}`,
  );
}
