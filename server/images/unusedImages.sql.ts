import { UNUSED_IMAGE_MS } from "@survey-app/contract/surveys/images.ts";
import { DELETED } from "@survey-app/contract/users/users.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { readNewestFirst } from "../database/newestFirst.ts";
import { toIso } from "../database/toIso.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import type { JobRun } from "../http/jobs.ts";
import { eachRow, isTriable } from "../queues/steps.sql.ts";
import { idOfImage, imageUrl } from "./store.ts";

/** The uploads that one statement checks. */
const CHUNK = 500;

/** Deletes the files of an image in all widths; succeeds if there are none. */
export type RemoveFiles = (id: string) => Promise<void>;

/**
 * SQL condition on `images`: a survey or the owner's profile shows the image. Other users' profiles don't count, or
 * anyone could prevent the deletion of an image.
 */
const isInUse: RawBuilder<boolean> = sql<boolean>`(
  exists (select 1 from surveys
    where surveys.image = '/images/' || images.id || '.webp' and surveys.image like '/images/%')
  or exists (select 1 from users
    where users.id = images.owner_id and users.photo_url = '/images/' || images.id || '.webp'))`;

/**
 * Prevents the deletion of an upload until the transaction ends; call it in the transaction that stores the address.
 * @returns whether `currentUser` may use it: an external address, their own upload, or one that a survey of theirs
 *   already shows; admins may use all uploads
 */
export async function lockUsableImage(tx: Database, address: string, currentUser: CurrentUser): Promise<boolean> {
  if (!address.startsWith("/images/")) return true;
  const found = await tx.db
    .selectFrom("images")
    .select("owner_id")
    .where("id", "=", idOfImage(address) ?? "")
    .where("removed_at", "is", null)
    .$call(tx.dialect.lock)
    .executeTakeFirst();
  if (!found) return false;
  if (found.owner_id === currentUser.userId || currentUser.storedRole === "admin") return true;
  const shown = await tx.db
    .selectFrom("surveys")
    .select("id")
    .where("image", "=", address)
    .where(sql<boolean>`image like '/images/%'`)
    .where("owner_id", "=", currentUser.userId)
    .limit(1)
    .executeTakeFirst();
  return shown !== undefined;
}

/**
 * Marks an upload as deleted in a transaction of its own, if nothing shows it. From then on nothing may use it, and it
 * isn't served. It locks the row, as `lockUsableImage` does, so an upload that another transaction is about to use is
 * not deleted. Its files follow (`removeFilesOf`), because deleting them can take seconds, in which a transaction would
 * block others.
 * @returns whether it is deleted
 */
export async function deleteIfUnused(database: Database, id: string): Promise<boolean> {
  return database.transaction(async ({ db, dialect }) => {
    await db.selectFrom("images").select("id").where("id", "=", id).$call(dialect.lock).execute();
    const { numUpdatedRows } = await db
      .updateTable("images")
      .set({ removed_at: Date.now() })
      .where("id", "=", id)
      .where(sql<boolean>`not ${isInUse}`)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });
}

/**
 * Deletes the files of a deleted upload, then its row: if the process dies, or the bucket is unreachable, the next run
 * of the job continues. @throws as `removeFiles`
 */
export async function removeFilesOf(database: Database, id: string, removeFiles: RemoveFiles): Promise<void> {
  await removeFiles(id);
  await database.db.deleteFrom("images").where("id", "=", id).execute();
}

/** Deletes an upload with its files, if nothing shows it. @throws as `removeFiles` */
export async function removeIfUnused(database: Database, id: string, removeFiles: RemoveFiles): Promise<void> {
  if (await deleteIfUnused(database, id)) await removeFilesOf(database, id, removeFiles);
}

/** Whether an upload is deleted, and its files may still be there. */
export async function isDeletedImage({ db }: Database, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("images")
    .select("id")
    .where("id", "=", id)
    .where("removed_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Deletes all of a user's uploads that nothing shows, regardless of their age, before the first file is touched.
 * @throws as `removeFiles`, at the first failure; the job deletes the other files
 */
export async function removeUnusedOf(database: Database, ownerId: string, removeFiles: RemoveFiles): Promise<void> {
  const rows = await database.db
    .selectFrom("images")
    .select("id")
    .where("owner_id", "=", ownerId)
    .where(sql<boolean>`not ${isInUse}`)
    .execute();
  const deleted: string[] = [];
  for (const { id } of rows) if (await deleteIfUnused(database, id)) deleted.push(id);
  for (const id of deleted) await removeFilesOf(database, id, removeFiles);
}

/**
 * Deletes the uploads that nothing shows if they are older than a day or of deleted accounts, and the remaining files
 * of deleted uploads.
 * @param reading the connection that searches them: on SQLite, not the one on the thread that serves votes
 */
export async function removeUnused(
  database: Database,
  {
    reading,
    removeFiles,
    now = Date.now(),
    run,
  }: { reading: Database; removeFiles: RemoveFiles; now?: number; run?: JobRun },
): Promise<void> {
  const step = (id: string) => removeIfUnused(database, id, removeFiles);
  await eachRow(database, "images", { keys: findUnused(reading, now), step, run });
}

/** Yields the ids of these uploads; reads them in chunks. */
async function* findUnused({ db }: Database, now: number): AsyncGenerator<string> {
  for (let last = ""; ; ) {
    const { rows } = await sql<{ id: string; isUnused: number | boolean }>`
      select images.id, (images.created_at < ${now - UNUSED_IMAGE_MS} or owner.status = ${DELETED} or images.removed_at is not null)
        and not ${isInUse} and ${isTriable("images", "images.id")} as "isUnused"
      from images join users as owner on owner.id = images.owner_id
      where images.id > ${last} order by images.id limit ${CHUNK}`.execute(db);
    for (const { id, isUnused } of rows) if (isUnused) yield id;
    if (rows.length < CHUNK) return;
    last = rows.at(-1)?.id ?? "";
  }
}

/** The uploads of `ownerId`, newest first. */
export function listOwnImages(
  database: Database,
  ownerId: string,
  page: { limit: number; cursor?: string | undefined },
) {
  const own = database.db
    .selectFrom("images")
    .select(["id", "created_at", isInUse.as("isInUse")])
    .where("owner_id", "=", ownerId)
    .where("removed_at", "is", null);
  return readNewestFirst(database, own, page, {
    id: "images.id",
    at: "images.created_at",
    cursorOf: ({ id, created_at }) => [Number(created_at), id],
    show: (row) => ({
      _id: row.id,
      display_url: imageUrl(row.id),
      createdAt: toIso(Number(row.created_at)),
      isInUse: Boolean(row.isInUse),
    }),
  });
}

/** @returns whether `ownerId` uploaded the image */
export async function isOwnImage({ db }: Database, id: string, ownerId: string): Promise<boolean> {
  const found = await db
    .selectFrom("images")
    .select("id")
    .where("id", "=", id)
    .where("owner_id", "=", ownerId)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return found !== undefined;
}
