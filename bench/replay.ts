import { readFileSync } from "node:fs";
import { getSurveyResults } from "@survey-app/contract/surveys.ts";
import { API_PREFIX } from "../server/http/endpoints.ts";
import { createTokens } from "../server/session/tokens.ts";
import { recount } from "../server/votes/ledger/verify.sql.ts";
import { apportion } from "./apportion.ts";
import { ENGINES, type Engine, type Ours, PUBLIC_URL, SESSION_SECRET, startOurs } from "./engines.ts";
import { load } from "./load.ts";
import { addSurveys, addVoters } from "./population.sql.ts";
import { BadFile, readTotals, type Totals } from "./readTotals.ts";
import { CONNECTIONS } from "./rounds.ts";
import { voteRequest } from "./votes.ts";

const usage = `npm run bench:replay -- FILE [count] [sqlite|postgres]

Casts votes through HTTP from a file of totals: one survey for each row of the CSV file, with count votes in all (100,000
by default) of distinct voters in the proportions of the file's totals. Then every total must be exact.
The file has a heading line with the columns yes, no (whole numbers) and title (or title_en, title_de …: the first one
with a value counts); other columns are ignored.`;

/** Requests that are prepared in advance: some ten megabytes. */
const SLICE = 20_000;
/** One of this many votes is sent twice at the same time, and another one again later, as by impatient voters. */
const SENT_AGAIN = 20;
/** Maximum seconds per slice. */
const SLOW = 3600;
/** The contract's maximum length of titles. */
const TITLE_MAX = 200;

/** The votes to cast on a survey. */
interface Target extends Totals {
  surveyId: string;
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
    const titles = polls.map(({ title }) => title.slice(0, TITLE_MAX));
    const ids = await addSurveys(ours.database, voters[0]?.userId ?? "", titles.length, { titles });
    const targets = polls.map((each, index) => ({ ...each, surveyId: ids[index] ?? "" }));
    console.log(`${targets.length} surveys, ${voters.length} voters, ${count} ballots, ${engine}`);
    await castAll(
      ours,
      targets,
      voters.map(({ token }) => token),
    );
    return await check(ours, targets, before + count);
  } finally {
    await ours.stop();
  }
}

async function castAll({ server }: Ours, targets: Target[], tokens: string[]): Promise<void> {
  let [cast, seconds] = [0, 0];
  let slice: Buffer[] = [];
  const again: Buffer[] = [];
  const send = async () => {
    const requests = [...slice, ...again.splice(0)];
    const done = await load(server.port, requests, { seconds: SLOW, connections: CONNECTIONS, repeat: false });
    seconds += done.answered / done.perSecond;
    slice = [];
  };
  for (const { surveyId, choice, voter } of ballots(targets)) {
    const request = voteRequest(tokens[voter] ?? "", surveyId, choice);
    slice.push(request);
    if (cast % SENT_AGAIN === 0) slice.push(request);
    if (cast % SENT_AGAIN === 1) again.push(request);
    cast++;
    if (slice.length >= SLICE) await send();
  }
  await send();
  console.log(
    `${Math.round(cast / seconds)} votes a second, the ${(100 / SENT_AGAIN) * 2} % that were sent again not counted`,
  );
}

/** Yields every vote: survey by survey, each voter once, yes and no mixed in proportion. */
function* ballots(targets: Target[]): Generator<{ surveyId: string; choice: 0 | 1; voter: number }> {
  for (const { surveyId, yes, no } of targets) {
    const all = yes + no;
    for (let voter = 0; voter < all; voter++) {
      const isYes = Math.floor(((voter + 1) * yes) / all) > Math.floor((voter * yes) / all);
      yield { surveyId, choice: isYes ? 1 : 0, voter };
    }
  }
}

/** Compares every total and recounts the stored votes. */
async function check({ server, database }: Ours, targets: Target[], votes: number): Promise<boolean> {
  let wrong = 0;
  for (const { surveyId, title, yes, no } of targets) {
    const response = await fetch(
      `http://127.0.0.1:${server.port}${API_PREFIX}${getSurveyResults.path.replace(":id", surveyId)}`,
    );
    const { yesVotes, totalVotes } = (await response.json()) as { yesVotes: number; totalVotes: number };
    if (yesVotes === yes && totalVotes === yes + no) continue;
    wrong++;
    console.error(`${title}: ${yesVotes} yes of ${totalVotes}, but ${yes} of ${yes + no} were cast`);
  }
  const counted = await recount(database);
  if (counted.votes !== votes) console.error(`${counted.votes} votes are stored, but ${votes} were cast`);
  for (const mismatch of counted.mismatches) console.error("Wrong counter:", mismatch);
  const isRight = wrong === 0 && counted.votes === votes && counted.mismatches.length === 0;
  console.log(isRight ? `Exact: all ${targets.length} totals, and every stored vote.` : `Wrong: ${wrong} totals.`);
  return isRight;
}
