import { createLedgerChecker, type LedgerChecker } from "@survey-app/contract/checkLedger.ts";
import type { LedgerEntry } from "@survey-app/contract/ledger.ts";
import { LedgerFlaw, type LedgerPage } from "@survey-app/contract/ledgerPage.ts";
import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { sha256 } from "../../database/voteChain.ts";
import { aboutLedger, type LedgerBox } from "./ledgerRows.sql.ts";

/** Votes read at a time. */
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
  survey_id: string;
}

/**
 * Recomputes the ledgers of all surveys from the stored votes and keys, in chunks, even where the results are still hidden.
 * Votes cast and surveys closed meanwhile don't matter.
 */
export async function findBrokenChains(database: Database): Promise<BrokenChain[]> {
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
  for await (const rows of readChunks(database)) {
    for (const [surveyId, votes] of Map.groupBy(rows, (row) => row.survey_id)) {
      if (open?.surveyId !== surveyId) {
        await attempt((check) => check.end());
        open = { surveyId, check: createLedgerChecker({ hash: sha256 }), isBroken: false };
      }
      await attempt((check) => check.read(pageOf(surveyId, votes)));
      await attempt(() => requireLinks(votes));
    }
  }
  await attempt((check) => check.end());
  return [...broken, ...(await findHeadsWithoutVotes(database))];
}

/** Votes that were all removed, with their counters, leave the head behind. */
async function findHeadsWithoutVotes({ db }: Database): Promise<BrokenChain[]> {
  const boxes = await db
    .selectFrom("ballot_boxes")
    .select("survey_id")
    .where("participants", "=", 0)
    .where("ledger_head", "<>", "")
    .execute();
  return boxes.map(({ survey_id }) => ({ surveyId: survey_id, flaw: "It has no votes, but the head of some." }));
}

/** Which votes count is stored with the replaced ones. @throws LedgerFlaw */
function requireLinks(votes: Row[]): void {
  const wrong = votes.find(({ is_linked }) => !is_linked);
  if (wrong)
    throw new LedgerFlaw(`Vote ${wrong.n} and the vote that it replaces, or that replaces it, don't name each other.`);
}

function pageOf(surveyId: string, votes: Row[]): LedgerPage {
  const entries = votes.map(({ n, date, replaces, vote, hash }) => ({ n, date, replaces, vote, hash }));
  return { ...aboutLedger(surveyId, votes[0] as Row, { isOpen: true, hasKey: true }), entries };
}

const replacesEarlier = sql`exists (
  select 1 from votes earlier where earlier.survey_id = votes.survey_id and earlier.n = votes.replaces
    and earlier.replaced_by = votes.n and earlier.user_id = votes.user_id and earlier.turn = votes.turn - 1
)`;
const isReplacedByLater = sql`exists (
  select 1 from votes later where later.survey_id = votes.survey_id and later.n = votes.replaced_by and later.replaces = votes.n
)`;

/** Reads all votes, survey by survey. */
async function* readChunks({ db, dialect }: Database): AsyncGenerator<Row[]> {
  let last: Pick<Row, "survey_id" | "n"> = { survey_id: "", n: 0 };
  for (;;) {
    const { rows } = await sql<Row>`
      select survey_id, n, ${dialect.day(sql`votes.created_at`)} as date, replaces, choice as vote, hash, closed_at,
        participants, yes_votes, unsure_votes, ledger_key, ledger_head, ledger_rows, changeable,
        case when (turn = 0) = (replaces is null) and (replaces is null or ${replacesEarlier}) and (replaced_by is null or ${isReplacedByLater})
          then 1 else 0 end as is_linked
      from (
        select * from votes where (survey_id, n) > (${last.survey_id}, ${last.n}) order by survey_id, n limit ${sql.lit(CHUNK)}
      ) as votes join ballot_boxes using (survey_id)
      order by survey_id, n`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < CHUNK) return;
    last = rows.at(-1) ?? last;
  }
}
