import type { Privacy } from "@survey-app/contract/ballots.ts";
import { type Answer, receiptFor } from "@survey-app/contract/ledger.ts";
import type { Selectable } from "kysely";
import type { SqliteFile } from "../database/sqlite/sqliteFile.ts";
import type { Tables } from "../database/tables.ts";
import { ledgerDay, nextHash } from "../database/voteChain.ts";
import type { Ballot, BallotResult } from "./ballot.ts";

/** Answers, as literals because importing the contract would load zod into the worker thread. */
const [YES, UNSURE] = [1, 2];

/** A survey that a batch has votes for. Its ballot box, null if it isn't public, changes with each vote and is saved at the end. */
interface OpenedSurvey {
  box: Selectable<Tables["ballot_boxes"]> | null;
  hasEnded: boolean;
  /** The votes and reports that the batch adds. */
  votes: number;
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
  const surveys = new Map<string, OpenedSurvey>();
  const surveyOf = (surveyId: string): OpenedSurvey => {
    const survey = surveys.get(surveyId) ?? openSurvey(file, surveyId, { published, now });
    surveys.set(surveyId, survey);
    return survey;
  };
  const results = ballots.map((ballot) => storeOne(file, ballot, surveyOf(ballot.surveyId), now));
  for (const survey of surveys.values()) save(file, survey);
  return results;
}

function openSurvey(
  file: SqliteFile,
  surveyId: string,
  { published, now }: { published: number; now: number },
): OpenedSurvey {
  // The condition of `publicOnly` (visible.sql.ts), as plain SQL because the worker thread loads no query builder.
  const [box = null] = file.all("select * from ballot_boxes where survey_id = ? and status = ? and appears_at <= ?", [
    surveyId,
    published,
    now,
  ]) as Selectable<Tables["ballot_boxes"]>[];
  const hasEnded = box !== null && (box.closed_at !== null || (box.ends_at !== null && box.ends_at <= now));
  return { box, hasEnded, votes: 0, reports: 0 };
}

function storeOne(file: SqliteFile, ballot: Ballot, survey: OpenedSurvey, now: number): BallotResult {
  const { id, surveyId, userId, choice, comment, report } = ballot;
  const { box } = survey;
  if (!box) return refuse(file, ballot, "notFound");
  if (survey.hasEnded) return refuse(file, ballot, "hasEnded");
  if (choice === UNSURE && box.unsure === 0) return { kind: "refused", because: "notOffered" };
  const n = box.participants + 1;
  const at = Math.max(now, box.voted_at);
  const date = ledgerDay(at);
  const hash = nextHash(box.ledger_head, { surveyId, key: box.ledger_key, n, date, vote: choice });
  const isNew =
    file.run(
      `insert into votes (survey_id, n, user_id, id, choice, comment, created_at, hash) values (?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (user_id, survey_id) do nothing`,
      [surveyId, n, userId, id, choice, comment, at, hash],
    ) === 1;
  if (!isNew) return refuse(file, ballot, "notFound");
  survey.votes++;
  box.participants = n;
  box.yes_votes += Number(choice === YES);
  box.unsure_votes += Number(choice === UNSURE);
  box.voted_at = at;
  box.ledger_head = hash;
  if (report !== "") {
    survey.reports += file.run(
      `insert into reports (survey_id, user_id, id, text, created_at) values (?, ?, ?, ?, ?)
      on conflict (survey_id, user_id) do nothing`,
      [surveyId, userId, id, report, now],
    );
  }
  return { kind: "stored", id, receipt: receiptFor(box.privacy, { n, hash }) };
}

/** The user's earlier vote on the survey, so that a retry is acknowledged again; without one, the reason. */
function refuse(
  file: SqliteFile,
  { surveyId, userId }: Ballot,
  because: Extract<BallotResult, { kind: "refused" }>["because"],
): BallotResult {
  const [vote] = file.all(
    `select id, choice, n, hash, privacy from votes join ballot_boxes using (survey_id)
    where user_id = ? and survey_id = ?`,
    [userId, surveyId],
  ) as { id: string; choice: Answer; n: number; hash: string; privacy: Privacy }[];
  if (!vote) return { kind: "refused", because };
  return { kind: "already", id: vote.id, choice: vote.choice, receipt: receiptFor(vote.privacy, vote) };
}

/** Saves the counters and the ledger's head of a survey that got votes. */
function save(file: SqliteFile, { box, votes, reports }: OpenedSurvey): void {
  if (!box || votes === 0) return;
  const { survey_id, participants, yes_votes, unsure_votes, voted_at, ledger_head } = box;
  file.run(
    `update ballot_boxes set participants = ?, yes_votes = ?, unsure_votes = ?, voted_at = ?, ledger_head = ?
    where survey_id = ?`,
    [participants, yes_votes, unsure_votes, voted_at, ledger_head, survey_id],
  );
  if (reports > 0) file.run("update surveys set open_reports = open_reports + ? where id = ?", [reports, survey_id]);
}
