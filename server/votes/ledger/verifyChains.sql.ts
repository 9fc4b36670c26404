import type { LedgerEntry } from "@survey-app/contract/ballots/ledger.ts";
import { createLedgerChecker, type LedgerChecker } from "@survey-app/contract/results/checkLedger.ts";
import { LedgerFlaw, type LedgerPage } from "@survey-app/contract/results/ledgerPage.ts";
import { type RawBuilder, sql } from "kysely";
import { fullHeader, type LedgerBox } from "../../ballots/ledgerRows.sql.ts";
import { countsFor } from "../../ballots/visible.sql.ts";
import { sha256 } from "../../ballots/voteChain.ts";
import type { Database } from "../../database/database.ts";

/** The most votes, or ballot boxes, that are read at a time. */
const CHUNK = 5000;

/** A survey whose votes don't form a valid hash chain. */
export interface BrokenChain {
  surveyId: string;
  /** The first error in the chain, as a sentence. */
  flaw: string;
}

/** A vote, and its ballot box at that moment. */
interface Row extends LedgerBox, Pick<LedgerEntry, "n" | "date" | "replaces" | "vote" | "hash"> {
  /** 1 if the rows that it replaces and that replaces it are the same voter's, and name it. Hashes don't cover that. */
  is_linked: number;
}

/**
 * Recomputes the ledgers of all surveys from the stored votes and keys, in chunks, even where the results are still
 * hidden. Votes cast and surveys closed meanwhile don't matter.
 */
export async function findBrokenChains(database: Database, chunk = CHUNK): Promise<BrokenChain[]> {
  const broken: BrokenChain[] = [];
  let open = null as { surveyId: string; check: LedgerChecker; isBroken: boolean } | null;
  const attempt = async (step: (check: LedgerChecker) => unknown) => {
    if (!open || open.isBroken) return;
    try {
      await step(open.check);
    } catch (error) {
      if (!(error instanceof LedgerFlaw)) throw error;
      open.isBroken = true;
      broken.push({ surveyId: open.surveyId, flaw: error.message });
    }
  };
  for await (const rows of readChunks(database, chunk)) {
    for (const [surveyId, votes] of Map.groupBy(rows, (row) => row.survey_id)) {
      if (open?.surveyId !== surveyId) {
        await attempt((check) => check.end());
        open = { surveyId, check: createLedgerChecker({ hash: sha256, isStored: true }), isBroken: false };
      }
      await attempt((check) => check.read(pageOf(votes)));
      await attempt(() => requireLinks(votes));
    }
  }
  await attempt((check) => check.end());
  return [...broken, ...(await findHeadsWithoutVotes(database))];
}

/** Finds surveys whose votes were all removed, with their counters: the head of the ledger is left behind. */
async function findHeadsWithoutVotes({ db }: Database): Promise<BrokenChain[]> {
  const boxes = await db
    .selectFrom("ballot_boxes")
    .select("survey_id")
    .where("participants", "=", 0)
    .where("ledger_head", "<>", "")
    .execute();
  return boxes.map(({ survey_id }) => ({ surveyId: survey_id, flaw: "It has no votes, but its ledger has a head." }));
}

/** Requires that a vote and the vote that it replaces name each other. @throws LedgerFlaw */
function requireLinks(votes: Row[]): void {
  const wrong = votes.find(({ is_linked }) => !is_linked);
  if (wrong)
    throw new LedgerFlaw(`Vote ${wrong.n} and the vote that it replaces, or that replaces it, don't name each other.`);
}

function pageOf(votes: Row[]): LedgerPage {
  const entries = votes.map(({ n, date, replaces, vote, hash }) => ({ n, date, replaces, vote, hash }));
  const box = votes[0] as Row;
  return { ...fullHeader(box, { totals: countsFor(box, true), hasKey: true }), entries };
}

const replacesEarlier = sql`exists (
  select 1 from votes earlier where earlier.survey_id = votes.survey_id and earlier.n = votes.replaces
    and earlier.replaced_by = votes.n and earlier.user_id = votes.user_id and earlier.turn = votes.turn - 1
)`;
const isReplacedByLater = sql`exists (
  select 1 from votes later where later.survey_id = votes.survey_id and later.n = votes.replaced_by and later.replaces = votes.n
)`;

/** Reads all votes, survey by survey: several small surveys together, and a large one in chunks. */
async function* readChunks(database: Database, chunk: number): AsyncGenerator<Row[]> {
  const { dialect } = database;
  let [surveyIds, total]: [string[], number] = [[], 0];
  const readSmall = () => readVotes(database, dialect.isOneOf(sql.ref("votes.survey_id"), surveyIds));
  for await (const { survey_id, ledger_rows } of readBoxes(database, chunk)) {
    if (total + ledger_rows > chunk && surveyIds.length > 0) {
      yield await readSmall();
      [surveyIds, total] = [[], 0];
    }
    if (ledger_rows > chunk) yield* readLarge(database, survey_id, chunk);
    else {
      surveyIds.push(survey_id);
      total += ledger_rows;
    }
  }
  if (surveyIds.length > 0) yield await readSmall();
}

/** Yields the ballot boxes with votes. */
async function* readBoxes({ db }: Database, chunk: number) {
  for (let last = ""; ; ) {
    const boxes = await db
      .selectFrom("ballot_boxes")
      .select(["survey_id", "ledger_rows"])
      .where("ledger_rows", ">", 0)
      .where("survey_id", ">", last)
      .orderBy("survey_id")
      .limit(chunk)
      .execute();
    yield* boxes;
    if (boxes.length < chunk) return;
    last = boxes.at(-1)?.survey_id ?? last;
  }
}

async function* readLarge(database: Database, surveyId: string, chunk: number): AsyncGenerator<Row[]> {
  for (let last = 0; ; ) {
    const rows = await readVotes(
      database,
      sql`votes.survey_id = ${surveyId} and n > ${last}`,
      sql`limit ${sql.lit(chunk)}`,
    );
    if (rows.length > 0) yield rows;
    if (rows.length < chunk) return;
    last = rows.at(-1)?.n ?? last;
  }
}

async function readVotes(
  { db, dialect }: Database,
  condition: RawBuilder<unknown>,
  limit: RawBuilder<unknown> = sql``,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select votes.survey_id, n, ${dialect.day(sql`votes.created_at`)} as date, replaces, choice as vote, hash, closed_at,
      participants, yes_votes, unsure_votes, ledger_key, ledger_head, ledger_rows, ledger_format, closing, follows, question_hash,
      electorate, privacy, results, changeable, unsure,
      case when (turn = 0) = (replaces is null) and (replaces is null or ${replacesEarlier}) and (replaced_by is null or ${isReplacedByLater})
        then 1 else 0 end as is_linked
    from votes join ballot_boxes on ballot_boxes.survey_id = votes.survey_id
    where ${condition} order by votes.survey_id, n ${limit}`.execute(db);
  return rows;
}
