import { type Survey, WAITING } from "@survey-app/contract/surveys.ts";
import { dayMonthYear } from "@survey-app/contract/time.ts";
import { type Participation, UNPUBLISHED_TITLE } from "@survey-app/contract/votes.ts";
import { type RawBuilder, sql } from "kysely";
import { type CurrentUser, canSeeAll } from "../database/currentUser.ts";
import { decodeCursor } from "../database/cursor.ts";
import type { Database } from "../database/database.ts";
import { type PagedRows, toPage } from "../database/pagination.ts";
import { isPublic, noTotals, visibleChoice, visibleTotals } from "../surveys/visible.sql.ts";

/** How a user participated: voted, commented with the vote, or reported (with or without a vote). */
export type ParticipationKind = "voted" | "commented" | "reported";

interface PartRow {
  id: string;
  survey_id: string;
  user_id: string;
  /** Null for secret votes, which are not dated, and for others' votes that are not named. */
  created_at: number | null;
}

/**
 * The participations of the user with this email, one row per survey; lists are sorted by `id`. Secret votes have that of their
 * survey: one of their own would tell when they were cast. To others, so have all where votes are not named: order and cursors
 * would tell when they were cast, and that they were changed.
 * @param before only those with a smaller id
 */
function partsOf(part: ParticipationKind, email: string, isOwn: boolean, before?: string): RawBuilder<PartRow> {
  const person = sql`(select id from users where email = ${email})`;
  const ofPerson = (table: "votes" | "reports") => {
    const [id, at] = [sql.ref(`${table}.id`), sql.ref(`${table}.created_at`)];
    const ifNamed = (shown: RawBuilder<unknown>, hidden: RawBuilder<unknown>) =>
      isOwn ? shown : sql`case when privacy = 'named' then ${shown} else ${hidden} end`;
    const shownId = ifNamed(id, sql`survey_id`);
    return sql<PartRow>`select ${shownId} as id, survey_id, user_id, ${ifNamed(at, sql`null`)} as created_at
      from ${sql.table(table)} ${isOwn ? sql`` : sql`join ballot_boxes using (survey_id)`}
      where user_id = ${person} ${before === undefined ? sql`` : sql`and ${shownId} < ${before}`}`;
  };
  if (part === "reported") return ofPerson("reports");
  const votes = sql<PartRow>`${ofPerson("votes")} and replaced_by is null`;
  if (part === "commented") return sql`${votes} and comment <> ''`;
  return sql`${votes} union all
    select survey_id, survey_id, voter, null from secret_voters
    where voter = ${person} ${before === undefined ? sql`` : sql`and survey_id < ${before}`}`;
}

/** Joins participations with all that is shown about them, which the database looks up for these rows only. */
function selectParts({ db }: Database, parts: RawBuilder<PartRow>, viewer: CurrentUser) {
  return db
    .selectFrom(sql<PartRow>`(${parts})`.as("part"))
    .innerJoin("users", "users.id", "part.user_id")
    .innerJoin("surveys", "surveys.id", "part.survey_id")
    .innerJoin("ballot_boxes", "ballot_boxes.survey_id", "part.survey_id")
    .leftJoin("votes", (join) =>
      join
        .onRef("votes.survey_id", "=", "part.survey_id")
        .onRef("votes.user_id", "=", "part.user_id")
        .on("votes.replaced_by", "is", null),
    )
    .leftJoin("secret_voters", (join) =>
      join.onRef("secret_voters.survey_id", "=", "part.survey_id").onRef("secret_voters.voter", "=", "part.user_id"),
    )
    .leftJoin("reports", (join) =>
      join.onRef("reports.survey_id", "=", "part.survey_id").onRef("reports.user_id", "=", "part.user_id"),
    )
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("votes as viewers")
          .select("viewers.id")
          .where("viewers.user_id", "=", viewer.userId)
          .whereRef("viewers.survey_id", "=", "part.survey_id"),
      ).as("viewer_voted"),
    )
    .select([
      "part.id",
      "part.survey_id",
      "part.user_id",
      "part.created_at",
      "reports.text as report",
      "reports.outcome as report_outcome",
      "votes.choice",
      "votes.turn",
      "secret_voters.voter",
      "votes.comment",
      "users.name",
      "users.email",
      "surveys.title",
      "surveys.description",
      "surveys.category",
      "surveys.image",
      "surveys.status",
      "surveys.appears_at",
      "surveys.owner_id",
      "surveys.starts_at",
      "surveys.ends_at",
      "surveys.closed_at",
      "surveys.results",
      "surveys.privacy",
      "surveys.unpublished_for",
      "ballot_boxes.participants",
      "ballot_boxes.yes_votes",
      "ballot_boxes.unsure_votes",
    ])
    .orderBy("part.id", "desc");
}

const unreadable = {
  title: UNPUBLISHED_TITLE,
  description: "",
  image: "",
  ends_at: null,
  closed_at: null,
  // Not the survey's real status, which may be published with a later start.
  status: WAITING,
} as const;

/** Lists a user's participations, newest first. */
export async function listParticipations(
  database: Database,
  part: ParticipationKind,
  email: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  viewer: CurrentUser,
): Promise<PagedRows<Participation>> {
  const isOwn = email === viewer.email;
  const parts = partsOf(part, email, isOwn);
  const counted = await sql<{ total: number }>`select count(*) as total from (${parts}) as part`.execute(database.db);
  const after = decodeCursor(cursor, 0);
  const page = sql<PartRow>`${partsOf(part, email, isOwn, after?.[1])} order by id desc limit ${limit + 1}`;
  const rows = await selectParts(database, page, viewer).execute();
  return toPage(rows, limit, {
    total: counted.rows[0]?.total,
    cursorOf: (last) => [0, last.id],
    show: (found) => {
      const isOpen = isPublic(found, Date.now()) || canSeeAll(viewer, found.owner_id);
      const voted = found.choice !== null || found.voter !== null;
      // Voters keep what they voted on. Users who only reported a survey can read it only while it is public.
      const row = isOpen || voted ? found : { ...found, ...unreadable, starts_at: found.created_at ?? 0 };
      const totals = isOpen ? visibleTotals(found, Boolean(found.viewer_voted)) : noTotals;
      const seesVote = { privacy: found.privacy, isOwn, seesResults: totals.resultsVisible };
      return {
        _id: row.id,
        SurveyID: row.survey_id,
        Title: row.title,
        Description: row.description,
        category: row.category as Survey["category"],
        createDate: new Date(row.starts_at).toISOString(),
        deadline: row.ends_at === null ? null : new Date(row.ends_at).toISOString(),
        closedAt: row.closed_at === null ? null : new Date(row.closed_at).toISOString(),
        image: row.image,
        status: row.status,
        voted,
        vote: row.choice === null ? null : visibleChoice(row.choice, seesVote),
        email: row.email,
        userName: row.name,
        comments: isOwn || totals.resultsVisible ? (row.comment ?? "") : "",
        inapp: row.report ?? "",
        votingDate: row.created_at === null ? "" : dayMonthYear(row.created_at, "UTC"),
        isOwn: true,
        unpublishedFor: row.unpublished_for,
        reportOutcome: row.report_outcome,
        isChanged: (isOwn || (row.privacy === "named" && totals.resultsVisible)) && (row.turn ?? 0) > 0,
        ...totals,
      };
    },
  });
}
