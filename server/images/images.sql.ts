import { IMAGE_BYTES_QUOTA } from "@survey-app/contract/surveys/images.ts";
import { IMAGE_QUOTA } from "@survey-app/contract/text/limits.ts";
import type { Database } from "../database/database.ts";
import { lockUser } from "../session/accounts.sql.ts";
import { imageUrl } from "./store.ts";

/** The quotas of an account, named by their error codes. */
type Limit = "imageQuota" | "imageBytesQuota";

/**
 * Inserts an image, if the owner's quotas allow it.
 * @param image `bytes` is the sum of all its widths
 * @returns the quota that it would exceed, even with concurrent uploads; null if the image is stored
 */
export function insertImage(
  database: Database,
  image: { id: string; ownerId: string; bytes: number; hash: string },
): Promise<Limit | null> {
  return database.transaction(async (tx) => {
    // The lock makes uploads of one owner run one after the other, so that the quota stays valid until the commit.
    await lockUser(tx, image.ownerId);
    const limit = await findExceededQuota(tx, image.ownerId, image.bytes);
    if (limit) return limit;
    await tx.db
      .insertInto("images")
      .values({
        ...{ id: image.id, owner_id: image.ownerId, bytes: image.bytes, hash: image.hash },
        ...{ created_at: Date.now(), removed_at: null },
      })
      .execute();
    return null;
  });
}

/** The quota that another image of this size would exceed; null if it wouldn't. */
export async function findExceededQuota({ db }: Database, ownerId: string, bytes: number): Promise<Limit | null> {
  const usage = await db
    .selectFrom("images")
    .select(({ fn }) => [fn.countAll<number>().as("images"), fn.sum<number | null>("bytes").as("bytes")])
    .where("owner_id", "=", ownerId)
    .executeTakeFirstOrThrow();
  if (Number(usage.images) >= IMAGE_QUOTA) return "imageQuota";
  return Number(usage.bytes) + bytes > IMAGE_BYTES_QUOTA ? "imageBytesQuota" : null;
}

/** The URL paths of a user's images, oldest first. */
export async function listImages({ db }: Database, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("images")
    .select("id")
    .where("owner_id", "=", ownerId)
    .where("removed_at", "is", null)
    .orderBy("created_at")
    .execute();
  return rows.map(({ id }) => imageUrl(id));
}
