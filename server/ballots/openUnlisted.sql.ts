import { OPEN_UNLISTED_MAX } from "@survey-app/contract/ballots/askingPolicies.ts";
import { sql } from "kysely";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";

/**
 * Whether a locked user who is no surveyor has fewer open surveys in no public list than they may. A meeting counts as one, and
 * its questions don't count.
 */
export async function mayAskAnother({ db, dialect }: Database, userId: string): Promise<boolean> {
  const surveys = db
    .selectFrom("surveys")
    .where("owner_id", "=", userId)
    .where("listed", "=", 0)
    .where("closed_at", "is", null)
    .where(sql<boolean>`(ends_at is null or ends_at > ${dialect.now})`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("meeting_questions").select("id").whereRef("survey_id", "=", "surveys.id"))),
    );
  const meetings = db.selectFrom("meetings").where("owner_id", "=", userId).where("ended_at", "is", null);
  return (await countMatching(surveys)) + (await countMatching(meetings)) < OPEN_UNLISTED_MAX;
}
