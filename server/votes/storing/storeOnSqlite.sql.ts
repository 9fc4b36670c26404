import { randomBytes } from "node:crypto";
import { CHANGES_MAX, receiptFor } from "@survey-app/contract/ballots/ledger.ts";
import type { Selectable } from "kysely";
import { hasEnded, isPublic } from "../../ballots/publicSurvey.ts";
import { ledgerDay, nextHash, startOf } from "../../ballots/voteChain.ts";
import type { SqliteFile } from "../../database/sqlite/sqliteFile.ts";
import type { StoredBox, Tables } from "../../database/tables.ts";
import {
  type Ballot,
  type BallotResult,
  ballotHashOf,
  castByOf,
  electorateRejection,
  explainBallot,
  type FoundInvitation,
  type Rejection,
  referenceOf,
  type StoreResult,
} from "./ballot.ts";
import { castByTicket, explainSecretBallot, secretResult } from "./secretBallot.ts";
import { addToTally, findTicketHash, markVoter, type Tally } from "./storeSecretOnSqlite.sql.ts";

/** Answers, as literals because importing the contract would load zod into the worker thread. */
const [YES, UNSURE] = [1, 2];

/** The size of a ledger's key. */
const KEY_BYTES = 32;

/** The columns of a ballot box that storing reads. Each costs time, so those for readers of the ledger are left out. */
const boxColumns = [
  "survey_id",
  "status",
  "appears_at",
  "ends_at",
  "closed_at",
  "results",
  "privacy",
  "changeable",
  "unsure",
  "electorate",
  "question_hash",
  "participants",
  "yes_votes",
  "unsure_votes",
  "ledger_rows",
  "voted_at",
  "ledger_key",
  "ledger_head",
  "ledger_format",
  "follows",
] as const satisfies readonly (keyof StoredBox)[];
const BOX_COLUMNS = boxColumns.join(", ");
/** The counts are numbers here: the thread adds votes to them, and doesn't show them to readers. */
type Box = Omit<Pick<StoredBox, (typeof boxColumns)[number]>, "yes_votes" | "unsure_votes"> & {
  yes_votes: number;
  unsure_votes: number;
};

/**
 * A survey that a batch has votes for. Its ballot box changes with each vote and is saved at the end; null without one.
 */
interface OpenedSurvey {
  box: Box | null;
  /** Why it rejects all votes; null if it doesn't. */
  rejection: "notFound" | "hasEnded" | null;
  /** The votes and reports that the batch adds. */
  votes: number;
  reports: number;
  /** The answers that the batch adds to a secret survey. */
  tally: Tally;
}

/** The job of SQLite's writer thread that implements `storeBallots`. Its transaction holds the write lock. */
export function storeBallotsOnSqlite(file: SqliteFile, { ballots }: { ballots: readonly Ballot[] }): StoreResult[] {
  const now = Date.now();
  const surveys = new Map<string, OpenedSurvey>();
  const surveyOf = (surveyId: string): OpenedSurvey => {
    const survey = surveys.get(surveyId) ?? openSurvey(file, surveyId, now);
    surveys.set(surveyId, survey);
    return survey;
  };
  const results = ballots.map((ballot) => storeOne(file, ballot, surveyOf(ballot.surveyId), now));
  for (const survey of surveys.values()) save(file, survey);
  return results;
}

function openSurvey(file: SqliteFile, surveyId: string, now: number): OpenedSurvey {
  const [box = null] = file.all(`select ${BOX_COLUMNS} from ballot_boxes where survey_id = ?`, [surveyId]) as Box[];
  return {
    box,
    rejection: box === null || !isPublic(box, now) ? "notFound" : hasEnded(box, now) ? "hasEnded" : null,
    votes: 0,
    reports: 0,
    tally: [0, 0, 0],
  };
}

function storeOne(file: SqliteFile, ballot: Ballot, survey: OpenedSurvey, now: number): StoreResult {
  const { id, surveyId, userId, invitation, choice, comment, report, replaces, question } = ballot;
  const { box } = survey;
  if (box && survey.rejection === null && asksOther(box, question))
    return box.question_hash === "" ? { kind: "unhashed" } : { kind: "refused", because: "questionMoved" };
  const rejection = rejectionOf(file, ballot, survey);
  const byElectorate = box && rejection !== "notFound" ? electorateRejectionOf(file, ballot, box, rejection) : null;
  if (byElectorate) return { kind: "refused", because: byElectorate };
  if (box?.privacy === "secret") return storeSecret(file, ballot, survey, rejection);
  if (!box || rejection) return explain(file, ballot, survey, rejection);
  const before = replaces === undefined ? null : findReplaced(file, ballot, box);
  if (replaces !== undefined && !before) return explain(file, ballot, survey, rejection);
  const n = box.ledger_rows + 1;
  const at = Math.max(now, box.voted_at);
  // A new key when the ledger begins: copies of the file from before the first vote then open no hidden answer. The key
  // of live results is public.
  if (box.ledger_head === "" && box.results !== "live") box.ledger_key = randomBytes(KEY_BYTES).toString("hex");
  const row = { key: box.ledger_key, n, date: ledgerDay(at), replaces: before?.n ?? null, vote: choice };
  const hash = nextHash(box.ledger_head || startOf(box), row);
  if (before)
    file.run("update votes set replaced_by = ?, comment = '', commented_at = null where survey_id = ? and n = ?", [
      n,
      surveyId,
      before.n,
    ]);
  // The comment moves to the new vote, and stays as old as it is.
  const hasComment = before !== null && before.comment !== "";
  const isNew =
    file.run(
      `insert into votes
        (survey_id, n, user_id, id, choice, comment, created_at, hash, commented_at, turn, replaces, invitation_id,
          ballot_hash)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (user_id, survey_id, turn) do nothing`,
      [
        surveyId,
        n,
        userId,
        id,
        choice,
        hasComment ? before.comment : comment,
        at,
        hash,
        hasComment ? (before.commented_at ?? before.created_at) : null,
        before ? before.turn + 1 : 0,
        row.replaces,
        before ? before.invitation_id : (invitation?.id ?? null),
        before ? before.ballot_hash : ballotHashOf(ballot),
      ],
    ) === 1;
  if (!isNew) return explain(file, ballot, survey, rejection);
  survey.votes++;
  box.ledger_rows = n;
  box.participants += Number(!before);
  box.yes_votes += Number(choice === YES) - Number(before?.choice === YES);
  box.unsure_votes += Number(choice === UNSURE) - Number(before?.choice === UNSURE);
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

/** Whether a ballot names another question, or the ledger would begin with an unknown one. */
const asksOther = (
  { question_hash, participants }: Pick<Box, "question_hash" | "participants">,
  question: string | undefined,
): boolean => (question === undefined ? question_hash === "" && participants === 0 : question !== question_hash);

function storeSecret(
  file: SqliteFile,
  ballot: Ballot,
  survey: OpenedSurvey,
  rejection: Rejection | null,
): BallotResult {
  const isStored = rejection === null && ballot.ticketHash !== undefined && markVoter(file, ballot);
  if (!isStored) return explainSecretBallot(ballot, findTicketHash(file, ballot), rejection);
  survey.tally[ballot.choice]++;
  return secretResult("stored", ballot);
}

/** The user's current vote, if the ballot may replace it. */
function findReplaced(
  file: SqliteFile,
  ballot: Ballot,
  { changeable, privacy }: Pick<Box, "changeable" | "privacy">,
): Selectable<Tables["votes"]> | null {
  const vote = findVote(file, ballot);
  const isReplaceable =
    vote !== null &&
    changeable === 1 &&
    vote.turn < CHANGES_MAX &&
    vote.choice !== ballot.choice &&
    ballot.replaces === referenceOf(vote, privacy);
  return isReplaceable ? vote : null;
}

/** The current vote of the ballot's sender. */
function findVote(file: SqliteFile, { surveyId, userId }: Ballot): Selectable<Tables["votes"]> | null {
  const [vote = null] = file.all("select * from votes where user_id = ? and survey_id = ? and replaced_by is null", [
    userId,
    surveyId,
  ]) as Selectable<Tables["votes"]>[];
  return vote;
}

function rejectionOf(file: SqliteFile, ballot: Ballot, { box, rejection }: OpenedSurvey): Rejection | null {
  if (!box) return "notFound";
  if (rejection) return rejection;
  if (ballot.choice === UNSURE && box.unsure === 0) return "notOffered";
  return ballot.confirmedOnly && !isConfirmed(file, ballot) ? "confirmToVote" : null;
}

const isConfirmed = (file: SqliteFile, { userId }: Ballot): boolean =>
  file.all("select 1 from users where id = ? and email_verified = 1", [userId]).length > 0;

const electorateRejectionOf = (file: SqliteFile, ballot: Ballot, box: Box, incomplete: Rejection | null) =>
  electorateRejection(box, ballot, { find: () => findInvitation(file, ballot, box), incomplete });

/** The invitation of a ballot, and who voted with it; null if the survey's list doesn't have it. */
function findInvitation(file: SqliteFile, ballot: Ballot, { privacy }: Pick<Box, "privacy">): FoundInvitation {
  const [found] = file.all("select issue, state, is_deleted from invitations where survey_id = ? and id = ?", [
    ballot.surveyId,
    ballot.invitation?.id,
  ]) as { issue: number; state: string; is_deleted: number }[];
  if (!found) return null;
  const castBy =
    privacy === "secret"
      ? castByTicket(ballot, findTicketHash(file, ballot))
      : castByOf(ballot, findVoteOf(file, ballot));
  return { issue: found.issue, hasEnded: found.state === "struck" || found.is_deleted === 1, castBy };
}

/** Who cast the vote with the ballot's invitation; null before a vote. */
function findVoteOf(file: SqliteFile, { surveyId, invitation }: Ballot) {
  const [vote = null] = file.all(
    "select user_id, ballot_hash from votes where invitation_id = ? and survey_id = ? limit 1",
    [invitation?.id, surveyId],
  ) as Pick<Selectable<Tables["votes"]>, "user_id" | "ballot_hash">[];
  return vote;
}

function explain(file: SqliteFile, ballot: Ballot, survey: OpenedSurvey, rejection: Rejection | null): BallotResult {
  return explainBallot(ballot, findVote(file, ballot), {
    changeable: survey.box?.changeable ?? 0,
    privacy: survey.box?.privacy ?? "named",
    rejection,
  });
}

/** Saves the counters and the ledger's head of a survey that got votes. */
function save(file: SqliteFile, { box, votes, reports, tally }: OpenedSurvey): void {
  if (box && tally.some((count) => count > 0)) addToTally(file, box.survey_id, tally);
  if (!box || votes === 0) return;
  const { survey_id, participants, yes_votes, unsure_votes, ledger_rows, voted_at, ledger_key, ledger_head } = box;
  file.run(
    `update ballot_boxes
    set ledger_format = case when participants = 0 then 3 else ledger_format end,
      participants = ?, yes_votes = ?, unsure_votes = ?, ledger_rows = ?, voted_at = ?, ledger_key = ?, ledger_head = ?
    where survey_id = ?`,
    [participants, yes_votes, unsure_votes, ledger_rows, voted_at, ledger_key, ledger_head, survey_id],
  );
  if (reports > 0)
    file.run("update surveys set open_reports = open_reports + ?, reports_version = reports_version + 1 where id = ?", [
      reports,
      survey_id,
    ]);
}
