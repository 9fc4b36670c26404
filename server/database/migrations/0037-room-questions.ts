import type { Kysely } from "kysely";

/**
 * For the questions that a host prepares for a room, which are no surveys until they are asked, and for repeating the
 * request that asks one. The instances of the version before know neither: a move that they store keeps a former
 * ticket, which then names a room that has gone on.
 */
export async function createRoomQuestions(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("room_questions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("survey_id", "text", (c) => c.notNull().references("surveys.id").onDelete("cascade"))
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("room_questions_of_room").on("room_questions").columns(["survey_id", "position"]).execute();
  await schema.alterTable("link_surveys").addColumn("move_ticket", "text").execute();
}
