import type { Kysely } from "kysely";

/**
 * The code of a meeting's wall, and until when it works before the first opening. Version 1.0 doesn't have meetings.
 */
export async function addWallCodes(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  await schema.alterTable("meetings").addColumn("wall_code", "text").execute();
  await schema.alterTable("meetings").addColumn("wall_until", "bigint").execute();
  await schema.createIndex("meetings_wall_codes").unique().on("meetings").column("wall_code").execute();
}
