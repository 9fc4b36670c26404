import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Privacy } from "@survey-app/contract/ballots.ts";
import { SPLIT_MIN } from "@survey-app/contract/ledger.ts";
import { closeSurvey, getSurveyResults } from "@survey-app/contract/surveys.ts";
import { API_PREFIX } from "../server/http/endpoints.ts";
import { createTokens } from "../server/session/tokens.ts";
import { recount } from "../server/votes/ledger/verify.sql.ts";
import { findBrokenChains } from "../server/votes/ledger/verifyChains.sql.ts";
import { apportion } from "./apportion.ts";
import { ENGINES, type Engine, type Ours, PUBLIC_URL, SESSION_SECRET, startOurs } from "./engines.ts";
import { load } from "./load.ts";
import { addSurveys, addVoters, makeAdmin } from "./population.sql.ts";
import { BadFile, readTotals, type Totals } from "./readTotals.ts";
import { CONNECTIONS } from "./rounds.ts";
import { voteRequest } from "./votes.ts";

const usage = `npm run bench:replay -- FILE [count] [sqlite|postgres]

Casts votes through HTTP from a file of totals: one survey for each row of the CSV file, with count votes in all (100,000
by default) of distinct voters in the proportions of the file's totals. Every third survey is named, confidential (there some
votes are cast with the other answer first and then changed), or secret. Then every total must be exact.
The file has a heading line with the columns yes, no (whole numbers) and title (or title_en, title_de …: the first one
with a value counts); other columns are ignored.`;

/** Requests that are prepared in advance: some ten megabytes. */
const SLICE = 20_000;
/**
 * One of this many votes is sent twice at the same time, and another one again later, as by impatient voters. On confidential
 * surveys a third one is changed later.
 */
const SENT_AGAIN = 20;
/** Maximum seconds per slice. */
const SLOW = 3600;
/** The contract's maximum length of titles. */
const TITLE_MAX = 200;

/** The rows of the file are cast in turns on surveys of each privacy. */
const PRIVACIES = ["named", "confidential", "secret"] as const;
const DAY = 24 * 3600_000;

/** The votes to cast on a survey. */
interface Target extends Totals {
  surveyId: string;
  privacy: Privacy;
}

const [file, countText = "100000", engine = "sqlite"] = process.argv.slice(2);
const count = Number(countText);
if (!file || !Number.isSafeInteger(count) || count < 1 || !ENGINES.includes(engine as Engine)) {
  console.error(usage);
  process.exit(2);
}
try {
  process.exitCode = (await replay(file, count, engine as Engine)) ? 0 : 1;
} catch (error) {
  if (!(error instanceof BadFile) && (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  console.error(`${file}: ${error instanceof BadFile ? error.message : "there is no such file"}`);
  process.exitCode = 1;
}

/** @returns whether every total is exact */
async function replay(file: string, count: number, engine: Engine): Promise<boolean> {
  const totals = readTotals(readFileSync(file, "utf8"));
  const parts = apportion(
    totals.flatMap(({ yes, no }) => [yes, no]),
    count,
  );
  const ours = await startOurs(engine, [], false);
  try {
    const before = (await recount(ours.database)).votes;
    const polls = totals.map(({ title }, index) => ({
      title,
      yes: parts[2 * index] ?? 0,
      no: parts[2 * index + 1] ?? 0,
    }));
    const voters = await addVoters(
      ours.database,
      createTokens(SESSION_SECRET, PUBLIC_URL),
      Math.max(...polls.map(({ yes, no }) => yes + no)),
    );
    const [owner] = voters;
    if (!owner) throw new Error("There are no voters");
    await makeAdmin(ours.database, owner.userId);
    const targets = await addTargets(ours, owner.userId, polls);
    console.log(`${targets.length} surveys, ${voters.length} voters, ${count} ballots, ${engine}`);
    await castAll(
      ours,
      targets,
      voters.map(({ token }) => token),
    );
    await closeAll(ours, targets, owner.token);
    return await check(ours, targets, before + count, owner.token);
  } finally {
    await ours.stop();
  }
}

async function addTargets({ database }: Ours, ownerId: string, polls: readonly Totals[]): Promise<Target[]> {
  const targets: Target[] = [];
  for (const [turn, privacy] of PRIVACIES.entries()) {
    const some = polls.filter((_, index) => index % PRIVACIES.length === turn);
    if (some.length === 0) continue;
    const settings = { results: "afterClose", privacy, ends_at: Date.now() + DAY } as const;
    const ids = await addSurveys(database, ownerId, some.length, {
      titles: some.map(({ title }) => title.slice(0, TITLE_MAX)),
      ...(privacy !== "named" && settings),
      ...(privacy === "confidential" && { changeable: 1 }),
    });
    targets.push(...some.map((poll, index) => ({ ...poll, privacy, surveyId: ids[index] ?? "" })));
  }
  return targets;
}

async function castAll({ server }: Ours, targets: Target[], tokens: string[]): Promise<void> {
  let [cast, seconds] = [0, 0];
  let slice: Buffer[] = [];
  /** For the next slice, when the first request of each has been answered. */
  const again: Buffer[] = [];
  const send = async () => {
    const done = await load(server.port, slice, { seconds: SLOW, connections: CONNECTIONS, repeat: false });
    seconds += done.answered / done.perSecond;
    slice = again.splice(0);
  };
  for (const { surveyId, privacy, choice, voter } of ballots(targets)) {
    const token = tokens[voter] ?? "";
    const ticket = privacy === "secret" ? ticketOf(surveyId, voter) : undefined;
    if (privacy === "confidential" && cast % SENT_AGAIN === 2) {
      slice.push(voteRequest(token, surveyId, choice === 1 ? 0 : 1));
      again.push(voteRequest(token, surveyId, choice, { replaces: 0 }));
    } else {
      const request = voteRequest(token, surveyId, choice, { ticket });
      slice.push(request);
      if (cast % SENT_AGAIN === 0) slice.push(request);
      if (cast % SENT_AGAIN === 1) again.push(request);
    }
    cast++;
    if (slice.length >= SLICE) await send();
  }
  while (slice.length > 0) await send();
  console.log(
    `${Math.round(cast / seconds)} votes a second, the ${(100 / SENT_AGAIN) * 2} % that were sent again not counted`,
  );
}

/** 128 bits as the browser draws them, but the same for each vote. */
function ticketOf(surveyId: string, voter: number): string {
  return createHash("sha256").update(`${surveyId} ${voter}`).digest("hex").slice(0, 32);
}

/** Yields every vote: survey by survey, each voter once, yes and no mixed in proportion. */
function* ballots(
  targets: Target[],
): Generator<Pick<Target, "surveyId" | "privacy"> & { choice: 0 | 1; voter: number }> {
  for (const { surveyId, privacy, yes, no } of targets) {
    const all = yes + no;
    for (let voter = 0; voter < all; voter++) {
      const isYes = Math.floor(((voter + 1) * yes) / all) > Math.floor((voter * yes) / all);
      yield { surveyId, privacy, choice: isYes ? 1 : 0, voter };
    }
  }
}

/** Closes the surveys whose results open at their end, except those with so few votes that they never show them. */
async function closeAll({ server }: Ours, targets: Target[], token: string): Promise<void> {
  for (const target of targets.filter((each) => each.privacy !== "named" && showsSplit(each))) {
    const response = await request(server.port, closeSurvey, target.surveyId, token);
    if (!response.ok) throw new Error(`${target.title} was not closed: ${await response.text()}`);
  }
}

function showsSplit({ privacy, yes, no }: Target): boolean {
  return privacy === "named" || yes + no >= SPLIT_MIN;
}

function request(
  port: number,
  { method, path }: { method: string; path: string },
  surveyId: string,
  token: string,
): Promise<Response> {
  const url = `http://127.0.0.1:${port}${API_PREFIX}${path.replace(":id", surveyId)}`;
  return fetch(url, { method, headers: { authorization: `Bearer ${token}` } });
}

/** Compares every total, recounts the stored votes and checks the ledgers. */
async function check({ server, database }: Ours, targets: Target[], votes: number, token: string): Promise<boolean> {
  let wrong = 0;
  for (const target of targets) {
    const { surveyId, title, yes, no } = target;
    const response = await request(server.port, getSurveyResults, surveyId, token);
    const { yesVotes, participants } = (await response.json()) as { yesVotes: number | null; participants: number };
    if (yesVotes === (showsSplit(target) ? yes : null) && participants === yes + no) continue;
    wrong++;
    console.error(`${title}: ${yesVotes} yes of ${participants}, but ${yes} of ${yes + no} were cast`);
  }
  const counted = await recount(database);
  const broken = await findBrokenChains(database);
  if (counted.votes !== votes) console.error(`${counted.votes} votes are stored, but ${votes} were cast`);
  for (const mismatch of counted.mismatches) console.error("Wrong counter:", mismatch);
  for (const chain of broken) console.error("Broken ledger:", chain);
  const isRight = wrong === 0 && counted.votes === votes && counted.mismatches.length === 0 && broken.length === 0;
  console.log(isRight ? `Exact: all ${targets.length} totals, and every stored vote.` : `Wrong: ${wrong} totals.`);
  return isRight;
}
