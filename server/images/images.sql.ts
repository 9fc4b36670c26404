import { IMAGE_BYTES_QUOTA, IMAGE_QUOTA } from "@survey-app/contract/images.ts";
import type { Database } from "../database/database.ts";
import { imageUrl } from "./store.ts";

/** A limit of what an account can hold, by the refusal that names it. */
type Limit = "imageQuota" | "imageBytesQuota";

/**
 * @param image `bytes` of all its widths
 * @returns the limit that would be passed, also when others are stored at the same time; null once the image is stored
 */
export function insertImage(
  database: Database,
  image: { id: string; ownerId: string; bytes: number },
): Promise<Limit | null> {
  return database.transaction(async (tx) => {
    // One after the other for each owner, so that what is found here still holds at the commit.
    await tx.db.selectFrom("users").select("id").where("id", "=", image.ownerId).$call(tx.dialect.lock).execute();
    const limit = await findLimit(tx, image.ownerId, image.bytes);
    if (limit) return limit;
    await tx.db
      .insertInto("images")
      .values({ id: image.id, owner_id: image.ownerId, bytes: image.bytes, created_at: Date.now() })
      .execute();
    return null;
  });
}

/** The limit that another image of so many bytes would pass; null if there is room for it. */
export async function findLimit({ db }: Database, ownerId: string, bytes: number): Promise<Limit | null> {
  const held = await db
    .selectFrom("images")
    .select(({ fn }) => [fn.countAll<number>().as("images"), fn.sum<number | null>("bytes").as("bytes")])
    .where("owner_id", "=", ownerId)
    .executeTakeFirstOrThrow();
  if (Number(held.images) >= IMAGE_QUOTA) return "imageQuota";
  return Number(held.bytes) + bytes > IMAGE_BYTES_QUOTA ? "imageBytesQuota" : null;
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
