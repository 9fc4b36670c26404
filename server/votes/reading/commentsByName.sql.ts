import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import type { Comment } from "@survey-app/contract/votes/comments.ts";
import { sql } from "kysely";
import { visibleVotes } from "../../ballots/visible.sql.ts";
import { decodeNameCursor } from "../../database/cursor.ts";
import type { Database } from "../../database/database.ts";
import { type PagedRows, toPage } from "../../database/pagination.ts";
import type { Reader } from "../../http/currentUser.ts";
import { seesResults } from "../../surveys/surveys.sql.ts";
import { findVoterId } from "../../voters/findVoter.sql.ts";
import { joinNames, nameInList, nameOfInvited } from "../../voters/names.sql.ts";
import { isCastBy } from "../../voters/votesOfPerson.sql.ts";
import type { CommentQuery } from "../comments.sql.ts";
import { rowlessIdOf } from "./votersByName.sql.ts";

interface Row {
  id: string;
  user_id: string;
  /** Empty for a vote that was cast by invitation, without an account, if the list has only its address. */
  label: string;
  /** By which the comments are sorted. */
  name: string;
  /** The address of the vote's invitation; null without one. */
  email: string | null;
  comment: string;
  choice: Answer;
  total: number;
}

/**
 * Lists the comments on a survey whose votes are not public, or whose earlier answers stay sealed, sorted by name:
 * neither the order nor the ids tell when people voted. While the results are hidden, lists only the reader's own
 * comment.
 *
 * Each page sorts all comments of the survey. There are few, because only members can comment.
 */
export async function listCommentsByName(
  database: Database,
  survey: Survey,
  { vote, limit, cursor }: CommentQuery,
  viewer: Reader | null,
): Promise<PagedRows<Comment>> {
  const sees = await seesResults(database, survey, viewer);
  const voterId = await findVoterId(database, viewer);
  const ofChoice = vote === undefined ? sql`` : sql`and choice = ${vote}`;
  const ofReader = sees ? sql`` : sql`and ${isCastBy(voterId)}`;
  const after = decodeNameCursor(cursor, 0);
  const isAfter = after ? sql`and (name, id) > (${after[2]}, ${after[1]})` : sql``;
  const name = database.dialect.sortable(nameInList(database));
  const { rows } = await sql<Row | { id: null; total: number }>`
    with listed as (
      select ${rowlessIdOf(survey._id)} as id, user_id, invitations.email, comment, choice,
        coalesce(nullif(invitations.label, ''), users.name, '') as label, ${name} as name
      from votes ${joinNames("votes", survey._id)}
      where votes.survey_id = ${survey._id} and comment <> '' ${ofChoice} ${ofReader}
    )
    select listed.*, total from (select count(*) as total from listed) as counted
    left join listed on true ${isAfter}
    order by name, id limit ${limit + 1}`.execute(database.db);
  const listed = rows.filter((row): row is Row => row.id !== null);
  return toPage(listed, limit, {
    total: Number(rows[0]?.total ?? 0),
    cursorOf: (last) => [0, last.id, last.name],
    show: (row) => ({
      _id: row.id,
      userName: nameOfInvited({ label: row.label, email: row.email }),
      vote: visibleVotes(survey, row.user_id === voterId || sees) ? row.choice : null,
      comments: row.comment,
      commentedAt: null,
      isOwn: row.user_id === voterId,
    }),
  });
}
