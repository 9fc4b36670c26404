import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { streamSurveyTotals } from "@survey-app/contract/votes.ts";
import { API_PREFIX } from "../server/http/endpoints.ts";
import { createTokens } from "../server/session/tokens.ts";
import { type Ours, PUBLIC_URL, SESSION_SECRET } from "./engines.ts";
import type { Delays, Opening } from "./liveListeners.ts";
import { type Load, load } from "./load.ts";
import { addSurveys, addVoters } from "./population.sql.ts";
import { CONNECTIONS, median, type Pace } from "./rounds.ts";
import { type Server, startServer } from "./servers.ts";
import { VOTERS_PER_SECOND, voteRequest } from "./votes.ts";

/** Open pages in one process. */
const PAGES = 5000;
/** Votes per second when measuring the pages' own cost: enough that every window has some. */
const TRICKLE = 20;
const TRICKLE_SECONDS = 8;
/** Wait after the last vote for the last event, and after closing for the server to notice. */
const SETTLE_MS = 2000;
/** Clock ticks per second in /proc. */
const TICKS = 100;

/** Work done while pages were open, and the server's resources it took. */
interface Round {
  delays: Delays;
  votes: Pick<Load, "answered" | "perSecond" | "p50" | "p99">;
  /** CPU seconds per second, and in total. */
  cpu: { share: number; seconds: number };
  megabytes: number;
}

/** Casts votes and reports each acknowledged one. */
type Casting = (port: number, requests: Buffer[], onAnswer: () => void) => Promise<Round["votes"]>;

export interface LiveScore {
  pages: number;
  trickle: { with: Round; without: Round };
  /** Medians of the rounds; `kept` is the median of ratios within a round: votes per second, and votes per CPU second. */
  storm: { delays: Delays; with: Round["votes"]; without: Round["votes"]; kept: number; keptByCpu: number };
}

/** Measures how soon thousands of open pages see a vote, and how much they slow down voting. */
export async function measureLive(ours: Ours, { rounds, seconds }: Pace): Promise<LiveScore> {
  requireFileDescriptors();
  const tokens = createTokens(SESSION_SECRET, PUBLIC_URL);
  const voters = await addVoters(ours.database, tokens, Math.ceil(VOTERS_PER_SECOND * seconds));
  const listeners = await startServer("bench/liveListeners.ts");
  const round = (pages: number, cast: Casting) => playRound(ours, listeners, voters, pages, cast);
  const storm: Casting = (port, requests, onAnswer) =>
    load(port, requests, { seconds, connections: CONNECTIONS, repeat: false, onAnswer });
  try {
    await round(0, storm);
    const trickled = { without: await round(0, trickle), with: await round(PAGES, trickle) };
    const pairs: { with: Round; without: Round }[] = [];
    for (let pass = 0; pass < rounds; pass++) {
      const first = await round(pass % 2 ? PAGES : 0, storm);
      const second = await round(pass % 2 ? 0 : PAGES, storm);
      pairs.push(pass % 2 ? { with: first, without: second } : { with: second, without: first });
    }
    return { pages: PAGES, trickle: trickled, storm: stormScore(pairs) };
  } finally {
    await listeners.stop();
  }
}

/** Opens pages on a new survey, casts votes, and requires every page to show the correct final total. */
async function playRound(
  { server, database }: Ours,
  listeners: Server,
  voters: { userId: string; token: string }[],
  pages: number,
  cast: Casting,
): Promise<Round> {
  const order = async (what: "open" | "report" | "close", body: Opening | number[] | null) => {
    const init = { method: "POST", body: JSON.stringify(body) };
    return (await (await fetch(`http://127.0.0.1:${listeners.port}/${what}`, init)).json()) as Delays;
  };
  const [surveyId = ""] = await addSurveys(database, voters[0]?.userId ?? "", 1);
  const path = API_PREFIX + streamSurveyTotals.path.replace(":id", surveyId);
  await order("open", { port: server.port, path, count: pages });
  const acknowledged: number[] = [];
  const requests = voters.map(({ token }, index) => voteRequest(token, surveyId, index % 3 === 0 ? 0 : 1));
  const before = readUse(server.pid);
  const began = performance.now();
  const votes = await cast(server.port, requests, () => acknowledged.push(performance.timeOrigin + performance.now()));
  const elapsed = (performance.now() - began) / 1000;
  const after = readUse(server.pid);
  await sleep(SETTLE_MS);
  const delays = await order("report", acknowledged);
  if (delays.wrong > 0) throw new Error(`${delays.wrong} pages show a total other than ${acknowledged.length}`);
  await order("close", null);
  await sleep(SETTLE_MS);
  const used = after.seconds - before.seconds;
  return { delays, votes, cpu: { share: used / elapsed, seconds: used }, megabytes: after.megabytes };
}

/** Casts a few votes per second, one after the other. */
const trickle: Casting = async (port, requests, onAnswer) => {
  const once = { seconds: 1, connections: 1, repeat: false, onAnswer };
  let last: Load = { answered: 0, perSecond: 0, p50: 0, p99: 0 };
  for (const request of requests.slice(0, TRICKLE * TRICKLE_SECONDS)) {
    last = await load(port, [request], once);
    await sleep(1000 / TRICKLE);
  }
  return last;
};

function stormScore(pairs: { with: Round; without: Round }[]): LiveScore["storm"] {
  const over = (read: (pair: (typeof pairs)[number]) => number) => median(pairs.map(read));
  const votesOf = (which: "with" | "without"): Round["votes"] => ({
    answered: over((pair) => pair[which].votes.answered),
    perSecond: over((pair) => pair[which].votes.perSecond),
    p50: over((pair) => pair[which].votes.p50),
    p99: over((pair) => pair[which].votes.p99),
  });
  const byCpu = ({ votes, cpu }: Round) => votes.answered / cpu.seconds;
  return {
    delays: {
      p50: over((pair) => pair.with.delays.p50),
      p99: over((pair) => pair.with.delays.p99),
      max: Math.max(...pairs.map((pair) => pair.with.delays.max)),
      wrong: 0,
    },
    with: votesOf("with"),
    without: votesOf("without"),
    kept: over((pair) => pair.with.votes.perSecond / pair.without.votes.perSecond),
    keptByCpu: over((pair) => byCpu(pair.with) / byCpu(pair.without)),
  };
}

export function printLive(engine: string, { pages, trickle: { with: open, without }, storm }: LiveScore): void {
  const ms = ({ p50, p99, max }: Delays) => `p50 ${p50} ms, p99 ${p99} ms, longest ${max} ms`;
  const share = (value: number) => `${(100 * value).toFixed(0)} %`;
  const votes = ({ perSecond, p50, p99 }: Round["votes"]) =>
    `${Math.round(perSecond).toLocaleString("en")} a second (acknowledged p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)} ms)`;
  console.log(`
${engine}: live, ${pages} open pages on one hot survey, from a vote's acknowledgement to each page
  ${TRICKLE} votes a second      ${ms(open.delays)}
                         the server takes ${share(open.cpu.share)} of a core (${share(without.cpu.share)} without pages), ${open.megabytes} MB (${without.megabytes})
  votes at full speed    ${ms(storm.delays)}
                         ${votes(storm.with)}
                         ${votes(storm.without)} without pages
                         kept: ${share(storm.kept)} of the votes a second, ${share(storm.keptByCpu)} of the votes a second of the server's CPU`);
}

/** Each page needs a file descriptor here and one in the server. */
function requireFileDescriptors(): void {
  const limit = execFileSync("sh", ["-c", "ulimit -n"], { encoding: "utf8" }).trim();
  if (limit !== "unlimited" && Number(limit) < PAGES + 500)
    throw new Error(`${PAGES} open pages exceed the limit of ${limit} open files: ulimit -n 8000`);
}

/** A process's CPU time in seconds and its resident memory. Linux only. */
export function readUse(pid: number): { seconds: number; megabytes: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  // User and system time, and resident pages of 4 kB.
  const seconds = (Number(fields[11]) + Number(fields[12])) / TICKS;
  return { seconds, megabytes: Math.round((Number(fields[21]) * 4) / 1024) };
}
