import type { SqliteFile } from "../database/sqliteFile.ts";
import { type Ballot, DAY_MS, type Outcome } from "./ballot.ts";

/** A survey that a batch has votes for, and what they add. */
interface Box {
  state: "open" | "notFound" | "hasEnded";
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
export function work(file: SqliteFile, { ballots, published }: Batch): Outcome[] {
  const now = Date.now();
  const boxes = new Map<string, Box>();
  const boxOf = (surveyId: string): Box => {
    const known = boxes.get(surveyId);
    if (known) return known;
    const box = { state: stateOf(file, surveyId, { published, now }), total: 0, yes: 0, reports: 0 };
    boxes.set(surveyId, box);
    return box;
  };
  const outcomes = ballots.map((ballot) => storeOne(file, ballot, boxOf(ballot.surveyId), now));
  for (const [surveyId, box] of boxes) if (box.total > 0) moveCounters(file, surveyId, box, now);
  return outcomes;
}

function stateOf(
  file: SqliteFile,
  surveyId: string,
  { published, now }: { published: number; now: number },
): Box["state"] {
  const [survey] = file.all("select ends_at from surveys where id = ? and status = ?", [surveyId, published]) as {
    ends_at: number | null;
  }[];
  if (!survey) return "notFound";
  return survey.ends_at !== null && survey.ends_at <= now ? "hasEnded" : "open";
}

function storeOne(file: SqliteFile, ballot: Ballot, box: Box, now: number): Outcome {
  const { id, surveyId, userId, choice, comment, report } = ballot;
  const isNew =
    box.state === "open" &&
    file.run(
      `insert into votes (survey_id, user_id, id, choice, comment, created_at) values (?, ?, ?, ?, ?, ?)
      on conflict (user_id, survey_id) do nothing`,
      [surveyId, userId, id, choice, comment, now],
    ) === 1;
  if (!isNew)
    return earlier(file, ballot) ?? { kind: "refused", because: box.state === "open" ? "notFound" : box.state };
  box.total++;
  box.yes += choice;
  if (report !== "") {
    box.reports += file.run(
      `insert into reports (survey_id, user_id, id, text, created_at) values (?, ?, ?, ?, ?)
      on conflict (survey_id, user_id) do nothing`,
      [surveyId, userId, id, report, now],
    );
  }
  return { kind: "stored", id };
}

function earlier(file: SqliteFile, { surveyId, userId }: Ballot): Outcome | undefined {
  const [vote] = file.all("select id, choice from votes where user_id = ? and survey_id = ?", [userId, surveyId]) as {
    id: string;
    choice: 0 | 1;
  }[];
  return vote && { kind: "already", ...vote };
}

/** Moves the totals of a survey, and those of today. */
function moveCounters(file: SqliteFile, surveyId: string, { total, yes, reports }: Box, now: number): void {
  file.run("update surveys set total_votes = total_votes + ?, yes_votes = yes_votes + ? where id = ?", [
    total,
    yes,
    surveyId,
  ]);
  if (reports > 0) file.run("update surveys set open_reports = open_reports + ? where id = ?", [reports, surveyId]);
  file.run(
    `insert into survey_days (survey_id, day, total_votes, yes_votes) values (?, ?, ?, ?)
    on conflict (survey_id, day) do update set
      total_votes = total_votes + excluded.total_votes, yes_votes = yes_votes + excluded.yes_votes`,
    [surveyId, Math.floor(now / DAY_MS), total, yes],
  );
}
