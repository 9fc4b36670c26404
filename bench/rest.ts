import { readFileSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createTokens } from "../server/session/tokens.ts";
import { startChild } from "../tools/child.ts";
import { freePort } from "../tools/port.ts";
import { PUBLIC_URL, SESSION_SECRET } from "./engines.ts";
import { load } from "./load.ts";
import { addSurveys, addVoters } from "./population.sql.ts";
import { type Filled, fillDatabase } from "./production.ts";
import { median } from "./rounds.ts";
import { voteRequest } from "./votes.ts";

/**
 * Measures the memory of a folder that `npm run ship` made: of a server on SQLite that has served five pages and stored
 * one vote. `node bench/rest.ts FOLDER [FILE]`; FILE runs instead of the folder's `npm start`, such as server/main.ts
 * without the compile cache.
 */
const [folder = "", file] = process.argv.slice(2);
const PAGES = ["/", "/surveys", "/login", "/privacy", "/terms"];
const REST_MS = 5000;
const ROUNDS = 3;

/** Resident memory now, in the megabytes of the figures; on Linux. */
function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round((Number(kilobytes) * 1024) / 1e6);
}

async function measure(filled: Filled): Promise<{ started: number; used: number }> {
  const cwd = realpathSync(resolve(folder));
  const { scripts } = JSON.parse(readFileSync(resolve(cwd, "package.json"), "utf8")) as { scripts: { start: string } };
  const [, ...args] = scripts.start.split(" ");
  const port = await freePort();
  const server = await startChild(process.execPath, file ? [...args.slice(0, -1), file] : args, {
    cwd,
    env: { ...filled.env, PORT: String(port), HOST: "127.0.0.1", NODE_COMPILE_CACHE: "" },
    output: "keep",
  });
  void server.exited.then((code) => code !== 0 && console.error(server.output()));
  const address = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${address}/readyz`).catch(() => null))?.ok) await sleep(50);
  const started = residentMegabytes(server.pid);
  for (const page of PAGES) if (!(await fetch(address + page)).ok) throw new Error(`${page} is not shown`);
  const [voter] = await addVoters(filled.database, createTokens(SESSION_SECRET, PUBLIC_URL), 1);
  const [survey = ""] = await addSurveys(filled.database, voter?.userId ?? "", 1);
  const request = voteRequest(voter?.token ?? "", survey, 1);
  const { answered } = await load(port, [request], { seconds: 30, connections: 1, repeat: false });
  if (answered !== 1) throw new Error("The vote was not stored");
  await sleep(REST_MS);
  const used = residentMegabytes(server.pid);
  await server.stop();
  return { started, used };
}

const filled = await fillDatabase("sqlite");
try {
  const rounds: Awaited<ReturnType<typeof measure>>[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(filled));
  const of = (what: "started" | "used") => median(rounds.map((each) => each[what]));
  console.log(`${of("started")} MB when ready, ${of("used")} MB after five pages and a vote (median of ${ROUNDS})`);
} finally {
  await filled.remove();
}
