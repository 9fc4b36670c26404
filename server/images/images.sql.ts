import type { Database } from "../database/database.ts";
import { imageUrl } from "./store.ts";

export async function insertImage(
  { db }: Database,
  image: { id: string; ownerId: string; bytes: number },
): Promise<void> {
  await db
    .insertInto("images")
    .values({ id: image.id, owner_id: image.ownerId, bytes: image.bytes, created_at: Date.now() })
    .execute();
}

export async function countImages({ db }: Database, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom("images")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("owner_id", "=", ownerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The addresses of somebody's pictures, the oldest first. */
export async function listImages({ db }: Database, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("images")
    .select("id")
    .where("owner_id", "=", ownerId)
    .orderBy("created_at")
    .execute();
  return rows.map(({ id }) => imageUrl(id));
}
