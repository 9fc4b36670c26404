import { receiptOf } from "@survey-app/contract/ledger.ts";
import type { SqliteFile } from "../database/sqlite/sqliteFile.ts";
import { ledgerDay, nextHash } from "../database/voteChain.ts";
import { type Ballot, type BallotResult, DAY_MS } from "./ballot.ts";

/** A survey that a batch has votes for, and what they add. */
interface Box {
  state: "open" | "notFound" | "hasEnded";
  /** The last vote of its ledger. */
  n: number;
  head: string;
  total: number;
  yes: number;
  reports: number;
}

interface Batch {
  ballots: readonly Ballot[];
  /** The status of surveys that can be voted on: the contract, where it stands, brings more than a thread should hold. */
  published: number;
}

/** `storeBallots` on SQLite's thread, in a transaction that nobody else can write in. */
export function work(file: SqliteFile, { ballots, published }: Batch): BallotResult[] {
  const now = Date.now();
  const moment = { now, date: ledgerDay(now) };
  const boxes = new Map<string, Box>();
  const boxOf = (surveyId: string): Box => {
    const known = boxes.get(surveyId);
    if (known) return known;
    const box = openBox(file, surveyId, { published, now });
    boxes.set(surveyId, box);
    return box;
  };
  const outcomes = ballots.map((ballot) => storeOne(file, ballot, boxOf(ballot.surveyId), moment));
  for (const [surveyId, box] of boxes) if (box.total > 0) moveCounters(file, surveyId, box, now);
  return outcomes;
}

function openBox(file: SqliteFile, surveyId: string, { published, now }: { published: number; now: number }): Box {
  // `publicOnly` of visible.sql.ts, written for a thread that holds no query builder.
  const [survey] = file.all(
    "select ends_at, total_votes, ledger_head from surveys where id = ? and status = ? and appears_at <= ?",
    [surveyId, published, now],
  ) as { ends_at: number | null; total_votes: number; ledger_head: string }[];
  const added = { total: 0, yes: 0, reports: 0 };
  if (!survey) return { state: "notFound", n: 0, head: "", ...added };
  const hasEnded = survey.ends_at !== null && survey.ends_at <= now;
  return { state: hasEnded ? "hasEnded" : "open", n: survey.total_votes, head: survey.ledger_head, ...added };
}

function storeOne(
  file: SqliteFile,
  ballot: Ballot,
  box: Box,
  { now, date }: { now: number; date: string },
): BallotResult {
  const { id, surveyId, userId, choice, comment, report } = ballot;
  if (box.state !== "open") return earlier(file, ballot) ?? { kind: "refused", because: box.state };
  const n = box.n + 1;
  const hash = nextHash(surveyId, box.head, { n, date, vote: choice });
  const isNew =
    file.run(
      `insert into votes (survey_id, n, user_id, id, choice, comment, created_at, hash) values (?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (user_id, survey_id) do nothing`,
      [surveyId, n, userId, id, choice, comment, now, hash],
    ) === 1;
  if (!isNew) return earlier(file, ballot) ?? { kind: "refused", because: "notFound" };
  box.n = n;
  box.head = hash;
  box.total++;
  box.yes += choice;
  if (report !== "") {
    box.reports += file.run(
      `insert into reports (survey_id, user_id, id, text, created_at) values (?, ?, ?, ?, ?)
      on conflict (survey_id, user_id) do nothing`,
      [surveyId, userId, id, report, now],
    );
  }
  return { kind: "stored", id, receipt: receiptOf({ n, hash }) };
}

function earlier(file: SqliteFile, { surveyId, userId }: Ballot): BallotResult | undefined {
  const [vote] = file.all("select id, choice, n, hash from votes where user_id = ? and survey_id = ?", [
    userId,
    surveyId,
  ]) as { id: string; choice: 0 | 1; n: number; hash: string }[];
  return vote && { kind: "already", id: vote.id, choice: vote.choice, receipt: receiptOf(vote) };
}

/** Moves the totals of a survey with the head of its ledger, and the totals of today. */
function moveCounters(file: SqliteFile, surveyId: string, { total, yes, head, reports }: Box, now: number): void {
  file.run(
    "update surveys set total_votes = total_votes + ?, yes_votes = yes_votes + ?, ledger_head = ? where id = ?",
    [total, yes, head, surveyId],
  );
  if (reports > 0) file.run("update surveys set open_reports = open_reports + ? where id = ?", [reports, surveyId]);
  file.run(
    `insert into survey_days (survey_id, day, total_votes, yes_votes) values (?, ?, ?, ?)
    on conflict (survey_id, day) do update set
      total_votes = total_votes + excluded.total_votes, yes_votes = yes_votes + excluded.yes_votes`,
    [surveyId, Math.floor(now / DAY_MS), total, yes],
  );
}
