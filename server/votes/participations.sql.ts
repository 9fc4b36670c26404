import type { Survey } from "@survey-app/contract/surveys.ts";
import { dayMonthYear } from "@survey-app/contract/time.ts";
import type { Participation } from "@survey-app/contract/votes.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { decodeCursor } from "../http/cursor.ts";
import type { Page } from "../http/serve.ts";

/** How somebody took part: voted, commented with the vote, or reported (with or without a vote). */
export type Part = "voted" | "commented" | "reported";

interface PartRow {
  id: string;
  survey_id: string;
  created_at: number;
  report: string | null;
  choice: 0 | 1 | null;
  comment: string | null;
  name: string;
  email: string;
}

/** What the person with this address did, one row a survey; `id` is what the list is sorted by, newest first. */
function partsOf({ db }: Database, part: Part, email: string) {
  if (part === "reported") {
    return db
      .selectFrom("reports as did")
      .innerJoin("users", "users.id", "did.user_id")
      .leftJoin("votes", (join) =>
        join.onRef("votes.survey_id", "=", "did.survey_id").onRef("votes.user_id", "=", "did.user_id"),
      )
      .where("users.email", "=", email)
      .select([
        "did.id",
        "did.survey_id",
        "did.created_at",
        "did.text as report",
        "votes.choice",
        "votes.comment",
        "users.name",
        "users.email",
      ])
      .$castTo<PartRow>();
  }
  return db
    .selectFrom("votes as did")
    .innerJoin("users", "users.id", "did.user_id")
    .leftJoin("reports", (join) =>
      join.onRef("reports.survey_id", "=", "did.survey_id").onRef("reports.user_id", "=", "did.user_id"),
    )
    .where("users.email", "=", email)
    .$if(part === "commented", (query) => query.where("did.comment", "!=", ""))
    .select([
      "did.id",
      "did.survey_id",
      "did.created_at",
      "reports.text as report",
      "did.choice",
      "did.comment",
      "users.name",
      "users.email",
    ])
    .$castTo<PartRow>();
}

/** Newest first. */
export async function listParticipations(
  database: Database,
  part: Part,
  email: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Participation>> {
  const { db } = database;
  const parts = db.selectFrom(partsOf(database, part, email).as("part"));
  const { total } = await parts.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const after = decodeCursor(cursor, 0);
  const rows = await parts
    .innerJoin("surveys", "surveys.id", "part.survey_id")
    .selectAll("part")
    .select([
      "surveys.title",
      "surveys.description",
      "surveys.category",
      "surveys.image",
      "surveys.status",
      "surveys.starts_at",
      "surveys.ends_at",
      "surveys.total_votes",
      "surveys.yes_votes",
    ])
    .$if(after !== null, (query) => query.where(sql<boolean>`part.id < ${after?.[1] ?? ""}`))
    .orderBy("part.id", "desc")
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => ({
      _id: row.id,
      SurveyID: row.survey_id,
      Title: row.title,
      Description: row.description,
      category: row.category as Survey["category"],
      createDate: new Date(row.starts_at).toISOString(),
      deadline: row.ends_at === null ? null : new Date(row.ends_at).toISOString(),
      image: row.image,
      status: row.status,
      vote: row.choice,
      email: row.email,
      userName: row.name,
      comments: row.comment ?? "",
      inapp: row.report ?? "",
      votingDate: dayMonthYear(row.created_at, "UTC"),
      isOwn: true,
      totalVotes: row.total_votes,
      yesVotes: row.yes_votes,
      noVotes: row.total_votes - row.yes_votes,
    })),
    total: Number(total),
    next: rows.length > limit && last ? [0, last.id] : null,
  };
}
