import type { Database } from "../database/database.ts";
import { imageUrl } from "./store.ts";

/** @returns false when the owner has `quota` images already, also when others are stored at the same time */
export function insertImage(
  database: Database,
  image: { id: string; ownerId: string; bytes: number },
  quota: number,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    // One after the other for each owner, so that what is counted here still holds at the commit.
    await tx.db.selectFrom("users").select("id").where("id", "=", image.ownerId).$call(tx.dialect.lock).execute();
    if ((await countImages(tx, image.ownerId)) >= quota) return false;
    await tx.db
      .insertInto("images")
      .values({ id: image.id, owner_id: image.ownerId, bytes: image.bytes, created_at: Date.now() })
      .execute();
    return true;
  });
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
