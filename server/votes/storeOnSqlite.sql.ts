import { receiptOf } from "@survey-app/contract/ledger.ts";
import type { SqliteFile } from "../database/sqlite/sqliteFile.ts";
import { ledgerDay, nextHash } from "../database/voteChain.ts";
import type { Ballot, BallotResult } from "./ballot.ts";

/** A survey that a batch has votes for, and what the batch adds to its counters. */
interface SurveyBatch {
  state: "open" | "notFound" | "hasEnded";
  /** The number of the last vote in its ledger. */
  n: number;
  head: string;
  total: number;
  yes: number;
  reports: number;
}

interface Batch {
  ballots: readonly Ballot[];
  /** The status of published surveys. A parameter, because importing the contract would load zod into the worker thread. */
  published: number;
}

/** The job of SQLite's writer thread that implements `storeBallots`. Its transaction holds the write lock. */
export function storeBallotsOnSqlite(file: SqliteFile, { ballots, published }: Batch): BallotResult[] {
  const now = Date.now();
  const moment = { now, date: ledgerDay(now) };
  const surveys = new Map<string, SurveyBatch>();
  const surveyOf = (surveyId: string): SurveyBatch => {
    const opened = surveys.get(surveyId);
    if (opened) return opened;
    const batch = openSurvey(file, surveyId, { published, now });
    surveys.set(surveyId, batch);
    return batch;
  };
  const results = ballots.map((ballot) => storeOne(file, ballot, surveyOf(ballot.surveyId), moment));
  for (const [surveyId, batch] of surveys) if (batch.total > 0) updateCounters(file, surveyId, batch);
  return results;
}

function openSurvey(
  file: SqliteFile,
  surveyId: string,
  { published, now }: { published: number; now: number },
): SurveyBatch {
  // The condition of `publicOnly` (visible.sql.ts), as plain SQL because the worker thread loads no query builder.
  const [box] = file.all(
    `select closed_at, ends_at, total_votes, ledger_head from ballot_boxes
    where survey_id = ? and status = ? and appears_at <= ?`,
    [surveyId, published, now],
  ) as { closed_at: number | null; ends_at: number | null; total_votes: number; ledger_head: string }[];
  const added = { total: 0, yes: 0, reports: 0 };
  if (!box) return { state: "notFound", n: 0, head: "", ...added };
  const hasEnded = box.closed_at !== null || (box.ends_at !== null && box.ends_at <= now);
  return { state: hasEnded ? "hasEnded" : "open", n: box.total_votes, head: box.ledger_head, ...added };
}

function storeOne(
  file: SqliteFile,
  ballot: Ballot,
  batch: SurveyBatch,
  { now, date }: { now: number; date: string },
): BallotResult {
  const { id, surveyId, userId, choice, comment, report } = ballot;
  if (batch.state !== "open") return findEarlier(file, ballot) ?? { kind: "refused", because: batch.state };
  const n = batch.n + 1;
  const hash = nextHash(surveyId, batch.head, { n, date, vote: choice });
  const isNew =
    file.run(
      `insert into votes (survey_id, n, user_id, id, choice, comment, created_at, hash) values (?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (user_id, survey_id) do nothing`,
      [surveyId, n, userId, id, choice, comment, now, hash],
    ) === 1;
  if (!isNew) return findEarlier(file, ballot) ?? { kind: "refused", because: "notFound" };
  batch.n = n;
  batch.head = hash;
  batch.total++;
  batch.yes += choice;
  if (report !== "") {
    batch.reports += file.run(
      `insert into reports (survey_id, user_id, id, text, created_at) values (?, ?, ?, ?, ?)
      on conflict (survey_id, user_id) do nothing`,
      [surveyId, userId, id, report, now],
    );
  }
  return { kind: "stored", id, receipt: receiptOf({ n, hash }) };
}

/** Returns the user's earlier vote on the survey, if there is one. */
function findEarlier(file: SqliteFile, { surveyId, userId }: Ballot): BallotResult | undefined {
  const [vote] = file.all("select id, choice, n, hash from votes where user_id = ? and survey_id = ?", [
    userId,
    surveyId,
  ]) as { id: string; choice: 0 | 1; n: number; hash: string }[];
  return vote && { kind: "already", id: vote.id, choice: vote.choice, receipt: receiptOf(vote) };
}

/** Updates a survey's totals and ledger head. */
function updateCounters(file: SqliteFile, surveyId: string, { total, yes, head, reports }: SurveyBatch): void {
  file.run(
    "update ballot_boxes set total_votes = total_votes + ?, yes_votes = yes_votes + ?, ledger_head = ? where survey_id = ?",
    [total, yes, head, surveyId],
  );
  if (reports > 0) file.run("update surveys set open_reports = open_reports + ? where id = ?", [reports, surveyId]);
}
