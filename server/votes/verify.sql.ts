import type { Database } from "../database/database.ts";

export interface Recount {
  surveys: number;
  votes: number;
  /** Surveys whose counters are not what their stored votes say. */
  mismatches: { surveyId: string; total: number; yes: number; storedTotal: number; storedYes: number }[];
}

/** Recounts all stored votes against the counters, in one transaction, so that votes cast meanwhile don't disturb. */
export function recount(database: Database): Promise<Recount> {
  return database.transaction(async ({ db }) => {
    // One statement sees one moment of the database, on both engines.
    const rows = await db
      .selectFrom("surveys")
      .leftJoin("votes", "votes.survey_id", "surveys.id")
      .select((eb) => [
        "surveys.id as surveyId",
        "surveys.total_votes as total",
        "surveys.yes_votes as yes",
        eb.fn.count<number>("votes.id").as("storedTotal"),
        eb.fn.coalesce(eb.fn.sum<number>("votes.choice"), eb.val(0)).as("storedYes"),
      ])
      .groupBy(["surveys.id", "surveys.total_votes", "surveys.yes_votes"])
      .execute();
    const counted = rows.map((row) => ({
      ...row,
      storedTotal: Number(row.storedTotal),
      storedYes: Number(row.storedYes),
    }));
    return {
      surveys: counted.length,
      votes: counted.reduce((sum, row) => sum + row.storedTotal, 0),
      mismatches: counted.filter((row) => row.total !== row.storedTotal || row.yes !== row.storedYes),
    };
  });
}
