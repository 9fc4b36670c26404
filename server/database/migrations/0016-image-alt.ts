import type { Kysely } from "kysely";

/** For what surveys' pictures show, in words. Those in other languages are in `translations`. */
export async function addImageAlt(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("surveys").addColumn("image_alt", "text").execute();
}
