import { createLedgerChecker, type LedgerChecker, LedgerFlaw } from "@survey-app/contract/checkLedger.ts";
import { ledgerStart } from "@survey-app/contract/ledger.ts";
import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { sha256 } from "../../database/voteChain.ts";

/** Votes read at a time. */
const CHUNK = 5000;

/** A survey whose votes don't form a valid hash chain. */
export interface BrokenChain {
  surveyId: string;
  /** The first error in the chain, as a sentence. */
  flaw: string;
}

interface Row {
  survey_id: string;
  n: number;
  date: string;
  vote: 0 | 1;
  hash: string;
  total: number;
  yes: number;
  head: string;
}

/** Recomputes the ledgers of all surveys from the stored votes, in chunks. Votes cast meanwhile don't matter. */
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
    for (const [surveyId, entries] of Map.groupBy(rows, (row) => row.survey_id)) {
      if (open?.surveyId !== surveyId) {
        await attempt((check) => check.end());
        open = { surveyId, check: createLedgerChecker({ hash: sha256 }), isBroken: false };
      }
      await attempt((check) => check.read(pageOf(surveyId, entries)));
    }
  }
  await attempt((check) => check.end());
  return broken;
}

function pageOf(surveyId: string, entries: Row[]) {
  const { total = 0, yes = 0, head = "" } = entries[0] ?? {};
  return {
    surveyId,
    totalVotes: total,
    yesVotes: yes,
    noVotes: total - yes,
    head: head || sha256(ledgerStart(surveyId)),
    entries,
  };
}

/** Reads all votes, survey by survey, each with its survey's counters at that moment. */
async function* readChunks({ db, dialect }: Database): AsyncGenerator<Row[]> {
  let last: Pick<Row, "survey_id" | "n"> = { survey_id: "", n: 0 };
  for (;;) {
    const { rows } = await sql<Row>`
      select survey_id, n, ${dialect.day(sql`votes.created_at`)} as date, choice as vote, hash, total_votes as total,
        yes_votes as yes, ledger_head as head
      from (
        select * from votes where (survey_id, n) > (${last.survey_id}, ${last.n}) order by survey_id, n limit ${sql.lit(CHUNK)}
      ) as votes join ballot_boxes using (survey_id)
      order by survey_id, n`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < CHUNK) return;
    last = rows.at(-1) ?? last;
  }
}
