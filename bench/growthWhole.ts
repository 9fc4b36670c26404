import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deleteMyAccount } from "@survey-app/contract/account/account.ts";
import { API_PREFIX, type Endpoint } from "@survey-app/contract/http/endpoint.ts";
import { getLedgerLines, getPortableResult, getVotesCsv } from "@survey-app/contract/results/downloads.ts";
import { closeSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { createTokens, type Tokens } from "../server/session/tokens.ts";
import { startChild } from "../tools/child.ts";
import { PUBLIC_URL, SESSION_SECRET } from "./engines.ts";
import type { FilledServer } from "./growthCalls.ts";
import { addSession, addVoters, createDatabase, makeAdmin } from "./population.sql.ts";
import { startServer } from "./servers.ts";

/** Duration in seconds, and peak memory of the process in megabytes. */
interface Whole {
  seconds: number;
  memory: number;
}

/** More votes than are cast while an account is deleted. */
const VOTERS_MAX = 5000;

/** By name of the work. */
export type WholeTimes = Record<string, Whole>;

/**
 * Measures once the work that reads all votes of the hot survey or of the database, a deletion, the
 * close, and the start. Closes the hot survey, so it comes last.
 * @param postgres address of the PostgreSQL server, if the databases are there
 */
export async function measureWhole(filled: FilledServer, postgres: string | undefined): Promise<WholeTimes> {
  const folder = mkdtempSync(join(tmpdir(), "survey-app-growth-"));
  const tokens = createTokens(SESSION_SECRET, PUBLIC_URL);
  const [admin] = await addVoters(filled.database, tokens, 1);
  if (!admin) throw new Error("There is no admin");
  await makeAdmin(filled.database, admin.userId);
  // Signed for each request: restoring ten million votes takes longer than a token lives.
  const ask = (endpoint: Endpoint) => request(filled, endpoint, tokens.sign(admin));
  const backup = join(folder, "backup.tar");
  const restored = {
    ...filled.env,
    DATA_DIR: join(folder, "restored"),
    DATABASE_URL: postgres ? await createDatabase(postgres, `restored_${filled.port}`) : "",
  };
  const work: Record<string, () => Promise<number>> = {
    "the whole ledger of the hot survey": () => ask(getLedgerLines),
    "all votes of the hot survey as CSV": () => ask(getVotesCsv),
    "verify the database": () => command("verify", [], filled.env),
    "back up": () => command("backup", [backup], filled.env),
    "restore the backup": () => command("restore", [backup], restored),
    "start on the restored database": () => start(restored),
    "delete the account of the busiest voter": () => deleteBusiest(filled, tokens),
    "close the hot survey": () => ask(closeSurvey),
    "result of the hot survey as a file": () => ask(getPortableResult),
  };
  const times: WholeTimes = {};
  try {
    for (const [what, run] of Object.entries(work)) {
      const began = performance.now();
      const memory = await run();
      times[what] = { seconds: (performance.now() - began) / 1000, memory };
      console.log(`  ${what}: ${times[what].seconds.toFixed(2)} s`);
    }
    return times;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Deletes the account of the voter with most votes, each with a comment, and prints how long votes of others took
 * meanwhile. @returns the server's peak memory so far
 */
async function deleteBusiest(filled: FilledServer, tokens: Tokens): Promise<number> {
  const { database, bulk } = filled;
  const { id, email } = bulk.busiest;
  await database.db.updateTable("votes").set({ comment: "A comment" }).where("user_id", "=", id).execute();
  const token = await addSession(database, tokens, id);
  const voters = await addVoters(database, tokens, VOTERS_MAX);
  const times: number[] = [];
  let isOver = false;
  const deleting = request(filled, deleteMyAccount, token, { email, password: "" }).finally(() => {
    isOver = true;
  });
  for (const voter of voters) {
    if (isOver) break;
    const began = performance.now();
    await request(filled, castVote, voter.token, { SurveyID: bulk.hotSurveyId, vote: 1, comments: "", inapp: "" });
    times.push(performance.now() - began);
  }
  const memory = await deleting;
  console.log(
    `  the longest of ${times.length} votes cast during the deletion: ${Math.max(0, ...times).toFixed(0)} ms`,
  );
  return memory;
}

/** Reads a response to its last byte. @returns the server's peak memory so far */
async function request(
  { port, pid, bulk }: FilledServer,
  endpoint: Endpoint,
  token: string,
  body: object = {},
): Promise<number> {
  const response = await fetch(
    `http://127.0.0.1:${port}${API_PREFIX}${endpoint.path.replace(":id", bulk.hotSurveyId)}`,
    {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: endpoint.method === "GET" ? null : JSON.stringify(body),
    },
  );
  if (!response.ok) throw new Error(`${endpoint.path} got status ${response.status}: ${await response.text()}`);
  for await (const _ of response.body ?? []) {
    // Only the time until the last byte counts.
  }
  return peakMemory(pid);
}

/** Runs a command that must succeed. @returns its peak memory */
async function command(name: string, args: string[], env: Record<string, string>): Promise<number> {
  const file = join(import.meta.dirname, `../server/cli/${name}.ts`);
  const child = await startChild(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    output: "keep",
  });
  let memory = 0;
  const watching = setInterval(() => {
    memory = Math.max(memory, peakMemory(child.pid));
  }, 50);
  const status = await child.exited;
  clearInterval(watching);
  if (status !== 0) throw new Error(child.output());
  return memory;
}

async function start(env: Record<string, string>): Promise<number> {
  const server = await startServer("server/main.ts", { env });
  const memory = peakMemory(server.pid);
  await server.stop();
  return memory;
}

/** Peak memory of a process in megabytes; 0 if it has just ended. */
function peakMemory(pid: number): number {
  try {
    const [, kilobytes = "0"] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Math.round((Number(kilobytes) * 1024) / 1e6);
  } catch {
    return 0;
  }
}

export function printWhole(title: string, small: WholeTimes, big: WholeTimes): void {
  console.log(`\n${title.padEnd(44)} of few             of many`);
  const cell = ({ seconds, memory }: Whole) => `${seconds.toFixed(2).padStart(8)} s ${String(memory).padStart(5)} MB`;
  for (const [what, many] of Object.entries(big))
    console.log(`  ${what.padEnd(40)} ${cell(small[what] ?? { seconds: 0, memory: 0 })} ${cell(many)}`);
}
