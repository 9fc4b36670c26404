import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { live } from "@survey-app/contract/votes.ts";
import { API } from "../server/http/serve.ts";
import { makeTokens } from "../server/session/tokens.ts";
import { type Ours, PUBLIC_URL, SESSION_SECRET } from "./engines.ts";
import type { Delays, Opening } from "./liveListeners.ts";
import { type Load, load } from "./load.ts";
import { addSurveys, addVoters } from "./population.sql.ts";
import { CONNECTIONS, median, type Pace } from "./rounds.ts";
import { startServer } from "./servers.ts";
import { VOTERS_PER_SECOND, voteRequest } from "./votes.ts";

/** Open pages in one process. */
const LISTENERS = 5000;
/** Votes a second where the question is what the pages cost: enough that every window has one. */
const TRICKLE = 20;
const TRICKLE_SECONDS = 8;
/** After the last vote: the last event has come. */
const SETTLE_MS = 2000;
/** The clock of /proc, a second. */
const TICKS = 100;

/** Votes a second, and milliseconds until one is acknowledged. */
type Votes = Pick<Load, "perSecond" | "p50" | "p99">;

export interface LiveScore {
  listeners: number;
  /** With a few votes a second: what 5 000 pages cost by themselves. Shares of one core. */
  trickle: { delays: Delays; cpu: number; cpuWithout: number; megabytes: number; megabytesWithout: number };
  /** With votes at full speed, medians of the rounds; `kept` is the median of the ratios within a round. */
  storm: { delays: Delays; kept: number; with: Votes; without: Votes };
}

/** How soon thousands of open pages see a vote on their survey, and what they cost those who vote. */
export async function measureLive({ server, database }: Ours, { rounds, seconds }: Pace): Promise<LiveScore> {
  demandDescriptors();
  const tokens = makeTokens(SESSION_SECRET, PUBLIC_URL);
  const voters = await addVoters(database, tokens, Math.ceil(VOTERS_PER_SECOND * seconds));
  const pages = await startServer("bench/liveListeners.ts");

  const order = async (what: "open" | "report" | "close", body: Opening | number[] | null) => {
    const answered = await fetch(`http://127.0.0.1:${pages.port}/${what}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    return (await answered.json()) as Delays;
  };

  /** Opens pages on a new survey, lets people vote on it, and asks the pages what they saw. */
  const round = async <T>(listeners: number, vote: (requests: Buffer[], onAnswer: () => void) => Promise<T>) => {
    const [surveyId = ""] = await addSurveys(database, voters[0]?.userId ?? "", 1);
    const path = API + live.path.replace(":id", surveyId);
    if (listeners > 0) await order("open", { port: server.port, path, count: listeners });
    const acknowledged: number[] = [];
    const done = await vote(
      voters.map(({ token }, index) => voteRequest(token, surveyId, index)),
      () => acknowledged.push(performance.timeOrigin + performance.now()),
    );
    await sleep(SETTLE_MS);
    const delays = await order("report", acknowledged);
    if (delays.wrong > 0) throw new Error(`${delays.wrong} pages show another total than ${acknowledged.length}`);
    await order("close", null);
    await sleep(SETTLE_MS);
    return { delays, done };
  };

  const trickle = (requests: Buffer[], onAnswer: () => void) =>
    cpuShare(server.pid, async () => {
      for (const request of requests.slice(0, TRICKLE * TRICKLE_SECONDS)) {
        await load(server.port, [request], { seconds: 1, connections: 1, repeat: false, onAnswer });
        await sleep(1000 / TRICKLE);
      }
    });
  const storm = (requests: Buffer[], onAnswer: () => void) =>
    load(server.port, requests, { seconds, connections: CONNECTIONS, repeat: false, onAnswer });

  try {
    await round(0, storm);
    const without = await round(0, trickle);
    const calm = await round(LISTENERS, trickle);
    const pairs: { delays: Delays; with: Votes; without: Votes }[] = [];
    for (let turn = 0; turn < rounds; turn++) {
      const first = await round(turn % 2 ? LISTENERS : 0, storm);
      const second = await round(turn % 2 ? 0 : LISTENERS, storm);
      const [heard, unheard] = turn % 2 ? [first, second] : [second, first];
      pairs.push({ delays: heard.delays, with: heard.done, without: unheard.done });
    }
    const votesOf = (which: "with" | "without"): Votes => ({
      perSecond: over((pair) => pair[which].perSecond),
      p50: over((pair) => pair[which].p50),
      p99: over((pair) => pair[which].p99),
    });
    const over = (read: (pair: (typeof pairs)[number]) => number) => median(pairs.map(read));
    return {
      listeners: LISTENERS,
      trickle: {
        delays: calm.delays,
        ...calm.done,
        cpuWithout: without.done.cpu,
        megabytesWithout: without.done.megabytes,
      },
      storm: {
        delays: {
          p50: over(({ delays }) => delays.p50),
          p99: over(({ delays }) => delays.p99),
          max: Math.max(...pairs.map(({ delays }) => delays.max)),
          wrong: 0,
        },
        kept: over((pair) => pair.with.perSecond / pair.without.perSecond),
        with: votesOf("with"),
        without: votesOf("without"),
      },
    };
  } finally {
    await pages.stop();
  }
}

export function printLive(engine: string, { listeners, trickle, storm }: LiveScore): void {
  const ms = ({ p50, p99, max }: Delays) => `p50 ${p50} ms, p99 ${p99} ms, longest ${max} ms`;
  const share = (value: number) => `${(100 * value).toFixed(0)} %`;
  const votes = ({ perSecond, p50, p99 }: Votes) =>
    `${Math.round(perSecond).toLocaleString("en")} a second (p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms)`;
  console.log(`
${engine}: live, ${listeners} open pages on one hot survey, from a vote's acknowledgement to each page
  ${TRICKLE} votes a second      ${ms(trickle.delays)}
                         the server takes ${share(trickle.cpu)} of a core (${share(trickle.cpuWithout)} without pages), ${trickle.megabytes} MB (${trickle.megabytesWithout})
  votes at full speed    ${ms(storm.delays)}
                         ${votes(storm.with)}; without pages ${votes(storm.without)}: ${share(storm.kept)} are kept`);
}

/** Each page takes a file descriptor here and one in the server. */
function demandDescriptors(): void {
  const limit = execFileSync("sh", ["-c", "ulimit -n"], { encoding: "utf8" }).trim();
  if (limit !== "unlimited" && Number(limit) < LISTENERS + 500)
    throw new Error(`${LISTENERS} open pages need more than the ${limit} open files that are allowed: ulimit -n 8000`);
}

/** What a process takes of one core while something is done, and its memory after it. Linux only. */
async function cpuShare(pid: number, work: () => Promise<void>): Promise<{ cpu: number; megabytes: number }> {
  const read = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    // User and system time, and resident pages of 4 kB.
    return { seconds: (Number(fields[11]) + Number(fields[12])) / TICKS, megabytes: (Number(fields[21]) * 4) / 1024 };
  };
  const began = performance.now();
  const before = read();
  await work();
  const after = read();
  const cpu = (after.seconds - before.seconds) / ((performance.now() - began) / 1000);
  return { cpu, megabytes: Math.round(after.megabytes) };
}
