import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import type { Comment } from "@survey-app/contract/votes/comments.ts";
import { type RawBuilder, sql } from "kysely";
import { lockBallotBox } from "../ballots/ballotBox.sql.ts";
import { countUpTo } from "../database/countMatching.ts";
import { decodeCursor, LAST_INSTANT } from "../database/cursor.ts";
import type { Database } from "../database/database.ts";
import { type PagedRows, toPage } from "../database/pagination.ts";
import { toIso } from "../database/toIso.ts";
import type { Change } from "../events/surveyEvents.ts";
import type { Reader } from "../http/currentUser.ts";
import { seesResults } from "../surveys/surveys.sql.ts";
import { findVoterId } from "../voters/findVoter.sql.ts";
import { joinNames, nameOfVoter } from "../voters/names.sql.ts";
import { isCastBy } from "../voters/votesOfPerson.sql.ts";

/** Comments are counted up to this number, so that each page costs about the same. */
const COUNT_MAX = 1000;

/** When a comment was written: the expression of the index `votes_commented`. */
const commentedAt = sql<number>`coalesce(commented_at, created_at)`;

/**
 * Adds a comment to a user's vote, if the vote has none.
 * @returns false if the same one is stored already, as after a retry
 */
export async function addComment(
  { tx, record }: Change,
  { surveyId, userId, text }: { surveyId: string; userId: string; text: string },
): Promise<boolean | "notVoted" | "alreadyCommented"> {
  // Changing the vote would move its comment to another row meanwhile.
  const box = await lockBallotBox(tx, surveyId);
  const vote = box && (await findOwn(tx, surveyId, userId));
  if (!vote) return "notVoted";
  if (vote.comment !== "") return vote.comment === text ? false : "alreadyCommented";
  await updateVote(tx, surveyId, vote.n).set({ comment: text, commented_at: Date.now() }).execute();
  await record(commentChanged(surveyId));
  return true;
}

/** Removes the comment of a user's vote. @returns whether there was one */
export async function removeComment(
  { tx, record }: Change,
  { surveyId, userId }: { surveyId: string; userId: string },
): Promise<boolean> {
  const box = await lockBallotBox(tx, surveyId);
  const vote = box && (await findOwn(tx, surveyId, userId));
  if (!vote || vote.comment === "") return false;
  await updateVote(tx, surveyId, vote.n).set({ comment: "", commented_at: null }).execute();
  await record(commentChanged(surveyId));
  return true;
}

const commentChanged = (surveyId: string) =>
  ({ kind: "commentChanged", surveyId, by: null, logged: null, isPublic: true }) as const;

/** A user's vote on a survey. */
const findOwn = ({ db }: Database, surveyId: string, userId: string) =>
  db
    .selectFrom("votes")
    .select(["n", "comment"])
    .where("survey_id", "=", surveyId)
    .where(isCastBy(userId))
    .where("replaced_by", "is", null)
    .executeTakeFirst();

const updateVote = ({ db }: Database, surveyId: string, n: number) =>
  db.updateTable("votes").where("survey_id", "=", surveyId).where("n", "=", n);

export interface CommentQuery {
  vote?: Answer | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** Lists the comments on a survey, newest first. Readers who can't see its results get only their own comment. */
export async function listComments(
  database: Database,
  survey: Survey,
  { vote, limit, cursor }: CommentQuery,
  viewer: Reader | null,
): Promise<PagedRows<Comment>> {
  const isLimited = !(await seesResults(database, survey, viewer));
  const voterId = await findVoterId(database, viewer);
  // The order makes SQLite count in the index of comments, not in all votes.
  let matching = database.db
    .selectFrom("votes")
    .where("survey_id", "=", survey._id)
    .where("comment", "<>", "")
    .orderBy(commentedAt, "desc");
  if (vote !== undefined) matching = matching.where("choice", "=", vote);
  if (isLimited) matching = matching.where(isCastBy(voterId));
  const counted = await countUpTo(database, matching, COUNT_MAX);
  const after = decodeCursor(cursor, LAST_INSTANT);
  const page = (after ? matching.where(isBefore(after[0], after[1])) : matching)
    .select(["id", "user_id", "invitation_id", "choice", "comment", commentedAt.as("at")])
    .orderBy("id", "desc")
    .limit(limit + 1);
  const { rows } = await sql<CommentRow>`
    select page.*, users.name, invitations.label, invitations.email from ${page} as page ${joinNames("page", survey._id)}
    order by page.at desc, page.id desc`.execute(database.db);
  return toPage(rows, limit, {
    ...counted,
    cursorOf: (last) => [last.at, last.id],
    show: (row) => ({
      _id: row.id,
      userName: nameOfVoter(row),
      vote: row.choice,
      comments: row.comment,
      commentedAt: toIso(row.at),
      isOwn: row.user_id === voterId,
    }),
  });
}

interface CommentRow {
  id: string;
  user_id: string;
  choice: Answer;
  comment: string;
  at: number;
  name: string | null;
  label: string | null;
  email: string | null;
}

/** The comments that the list shows after the one with this time and id. */
const isBefore = (at: number, id: string): RawBuilder<boolean> =>
  // The first condition lets SQLite start the index scan at this time.
  sql<boolean>`${commentedAt} <= ${at} and (${commentedAt}, id) < (${at}, ${id})`;
