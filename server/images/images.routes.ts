import * as images from "@survey-app/contract/surveys/images.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database, MainDatabase } from "../database/database.ts";
import { ApiError, apiError, fieldError, orNotFound } from "../http/apiError.ts";
import { clientNetworkOf, siteOf } from "../http/clientNetwork.ts";
import { createConcurrencyLimiter, onceClosed } from "../http/concurrency.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import type { pictureReaders } from "../http/pictureAddresses.ts";
import type { ImageFiles } from "./imageFiles.ts";
import { findExceededQuota, insertImage } from "./images.sql.ts";
import { createReencoder, type Picture } from "./reencode.ts";
import { type ImageStore, idOfFile, imageUrl } from "./store.ts";
import { deleteIfUnused, isDeletedImage, isOwnImage, listOwnImages, removeFilesOf } from "./unusedImages.sql.ts";

/**
 * Concurrent uploads of one account. Those of all accounts are bounded by the bytes of their bodies (`bodyLimit.ts`).
 */
const OF_ACCOUNT = { perClient: 2, retryAfter: 1 };

/**
 * The most images sent at the same time. Each takes a file descriptor, or a connection to the bucket, until the client
 * has read it. When all slots are taken, the oldest connection of the site with the most is closed for the next.
 */
const READERS = { total: 1000, retryAfter: 1, cutsFromLead: 0 };

export function serveImages(registerEndpoint: RegisterEndpoint, database: Database, store: ImageStore): void {
  const takeAccountSlot = createConcurrencyLimiter(OF_ACCOUNT);
  const reencode = createReencoder();

  registerEndpoint(images.uploadImage, async ({ request, reply, currentUser: { userId } }) => {
    // The server doesn't read the rest of a rejected upload, so its connection must be closed.
    reply.header("connection", "close");
    return inSlot(takeAccountSlot(userId, reply.raw), async () => {
      // Checked before the body is read: with a full quota, no image fits.
      const limit = await findExceededQuota(database, userId, 1);
      if (limit) throw apiError(limit);
      const bytes = await readImage(request, reply);
      reply.removeHeader("connection");
      const picture = await reencode(bytes);
      const display_url = await storeImage(userId, picture);
      return { success: true as const, data: { display_url, width: picture.width, height: picture.height } };
    });
  });

  registerEndpoint(images.listMyImages, ({ query, currentUser }) => listOwnImages(database, currentUser.userId, query));

  registerEndpoint(images.deleteImage, async ({ params, request, currentUser }) => {
    orNotFound(await isOwnImage(database, params.id, currentUser.userId));
    if (!(await deleteIfUnused(database, params.id))) throw apiError("imageInUse");
    // It is no longer served, even if its files can't be deleted now: the hourly job deletes those that remain.
    await removeFilesOf(database, params.id, store.remove).catch((error: unknown) =>
      request.log.error({ err: error }, "deleting the files of an image failed"),
    );
    return { modifiedCount: 1 };
  });

  /** Stores an image in all its widths. @returns its URL path */
  async function storeImage(ownerId: string, picture: Picture): Promise<string> {
    const { id, bytes, hash } = await store.put(picture);
    try {
      // Checks the quota again: the user may have uploaded other images in the meantime.
      const limit = await insertImage(database, { id, ownerId, bytes, hash });
      if (limit) throw apiError(limit);
    } catch (error) {
      await store.remove(id);
      throw error;
    }
    return imageUrl(id);
  }
}

/** Serves the stored images to everyone, except deleted ones whose files still exist. */
export function serveImageFiles(
  app: FastifyInstance,
  { forLists }: MainDatabase,
  { files, readers }: { files: ImageFiles; readers: ReturnType<typeof pictureReaders> },
): void {
  const takeSlot = createConcurrencyLimiter(READERS);
  app.route<{ Params: { name: string } }>({
    method: ["GET", "HEAD"],
    url: "/images/:name",
    handler: async ({ params: { name }, headers, method, ip }, reply) => {
      reply.header("cross-origin-resource-policy", readers);
      const id = idOfFile(name);
      if (id === null || (await isDeletedImage(forLists, id))) return reply.callNotFound();
      const etag = `"${name}"`;
      // A name never gets other content, so browsers may cache it forever. The Content-Security-Policy of all API
      // responses, which allows nothing, applies here too.
      const caching = { etag, "cache-control": "public, max-age=31536000, immutable" };
      const release = takeSlot(clientNetworkOf(ip), reply.raw, siteOf(ip));
      onceClosed(reply.raw, release);
      const file = await files.open(name);
      if (!file) return reply.callNotFound();
      // A client that disconnects early must not keep the file or its connection open.
      onceClosed(reply.raw, () => file.body.destroy());
      // Only now, because a reader who has cached a picture that was deleted since must not be told to keep showing it.
      if (headers["if-none-match"] === etag) return reply.code(304).headers(caching).send();
      reply.headers({ ...caching, "content-type": "image/webp", "content-length": file.size });
      return method === "HEAD" ? reply.send() : reply.send(file.body);
    },
  });
}

async function inSlot<T>(release: () => void, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    release();
  }
}

/**
 * Reads the multipart field `image`.
 * @throws {ApiError} as soon as the file is too large, or if another file comes first
 */
async function readImage(request: FastifyRequest, { raw }: FastifyReply): Promise<Buffer> {
  // On a closed connection the parser would wait forever.
  if (raw.closed) throw apiError("malformedBody");
  return readParts(request).catch(rejectMalformed);
}

async function readParts(request: FastifyRequest): Promise<Buffer> {
  for await (const part of request.parts()) {
    if (part.type !== "file") continue;
    if (part.fieldname !== "image") break;
    // Not `toBuffer`, which would receive the rest of a too large file before it throws.
    part.file.once("limit", () => part.file.destroy(apiError("tooLarge")));
    const chunks: Buffer[] = [];
    for await (const chunk of part.file) chunks.push(chunk);
    // The limit may have been exceeded before the listener was added.
    if (part.file.truncated) throw apiError("tooLarge");
    return Buffer.concat(chunks);
  }
  throw fieldError("image", "image is required");
}

/** The multipart parser throws plain errors for malformed bodies. */
function rejectMalformed(error: Error & { statusCode?: number }): never {
  throw error instanceof ApiError || error.statusCode ? error : apiError("malformedBody");
}
