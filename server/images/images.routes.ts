import fastifyStatic from "@fastify/static";
import * as images from "@survey-app/contract/images.ts";
import { IMAGE_WIDTHS, imageAt } from "@survey-app/contract/imageWidths.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import { ApiError, apiError, fieldError } from "../http/apiError.ts";
import { createConcurrencyLimiter } from "../http/concurrency.ts";
import { decodeCursor, LAST_INSTANT } from "../http/cursor.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { findLimit, insertImage } from "./images.sql.ts";
import { type Picture, reencode } from "./reencode.ts";
import { type ImageStore, imageUrl } from "./store.ts";
import { isOwnImage, listOwnImages, removeIfUnused } from "./unusedImages.sql.ts";

/** Uploads of one account under way at once. */
const OF_ACCOUNT = { perClient: 2, retryAfter: 1 };
/**
 * Bodies that arrive at once, each up to 5 MB. A body takes seconds on a usual line, and at most what the server gives any
 * request (`http.ts`); one that only trickles in is cut for the next, so it keeps nobody out.
 */
const ARRIVING = { inAll: 32, retryAfter: 1, cutsFromLead: 0 };

export function serveImages(
  registerEndpoint: RegisterEndpoint,
  app: FastifyInstance,
  database: Database,
  store: ImageStore,
): void {
  const takeAccountSlot = createConcurrencyLimiter(OF_ACCOUNT);
  const takeArrivalSlot = createConcurrencyLimiter(ARRIVING);

  registerEndpoint(images.uploadImage, async ({ request, reply, currentUser: { userId } }) => {
    // Nobody reads the rest of a refused upload, so its connection can't go on.
    reply.header("connection", "close");
    return inSlot(takeAccountSlot(userId, reply.raw), async () => {
      // Before it is read: whoever has no room for a single byte has none for any picture.
      const limit = await findLimit(database, userId, 1);
      if (limit) throw apiError(limit);
      const bytes = await inSlot(takeArrivalSlot(userId, reply.raw), () => readImage(request, reply));
      reply.removeHeader("connection");
      const picture = await reencode(bytes);
      const display_url = await keep(userId, picture);
      return { success: true as const, data: { display_url, width: picture.width, height: picture.height } };
    });
  });

  registerEndpoint(images.listMyImages, ({ query, currentUser }) =>
    listOwnImages(database, currentUser.userId, {
      limit: query.limit,
      after: decodeCursor(query.cursor, LAST_INSTANT),
    }),
  );

  registerEndpoint(images.deleteImage, async ({ params, currentUser }) => {
    if (!(await isOwnImage(database, params.id, currentUser.userId))) throw apiError("notFound");
    if (!(await removeIfUnused(database, params.id, store.remove))) throw apiError("imageInUse");
    return { modifiedCount: 1 };
  });

  /** @returns the address that the picture is kept at */
  async function keep(ownerId: string, { webp }: Picture): Promise<string> {
    const id = await store.put(webp);
    const address = imageUrl(id);
    try {
      for (const narrower of IMAGE_WIDTHS) await store.complete(imageAt(address, narrower) ?? "");
      // The quota as it is now: others of the same person may have come meanwhile.
      const limit = await insertImage(database, { id, ownerId, bytes: await store.weigh(id) });
      if (limit) throw apiError(limit);
    } catch (error) {
      await store.remove(id);
      throw error;
    }
    return address;
  }

  app.register(async (pictures) => {
    // Uploads of older versions and the demo's pictures have their smaller widths from when they are first asked for.
    pictures.addHook("onRequest", ({ url }, reply) => {
      // The pages may have another host of the site than the API and its pictures.
      reply.header("cross-origin-resource-policy", "same-site");
      return store.complete(url);
    });
    // Names never come back with other content, so browsers may keep them for ever. The inert policy of all answers stays.
    pictures.register(fastifyStatic, {
      root: store.folder,
      prefix: "/images/",
      decorateReply: false,
      index: false,
      immutable: true,
      maxAge: "365d",
      dotfiles: "ignore",
    });
  });
}

async function inSlot<T>(giveBack: () => void, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    giveBack();
  }
}

/** The bytes of the multipart field `image`. Refuses as soon as it is too large, or another file comes first. */
async function readImage(request: FastifyRequest, { raw }: FastifyReply): Promise<Buffer> {
  // The end of a connection that is over would never be heard of.
  if (raw.closed) throw apiError("malformedBody");
  return readParts(request).catch(refuseMalformed);
}

async function readParts(request: FastifyRequest): Promise<Buffer> {
  for await (const part of request.parts()) {
    if (part.type !== "file") continue;
    if (part.fieldname !== "image") break;
    // Not `toBuffer`, which would have the rest sent before it says so.
    part.file.once("limit", () => part.file.destroy(apiError("tooLarge")));
    const chunks: Buffer[] = [];
    for await (const chunk of part.file) chunks.push(chunk);
    // The limit may have been passed before anybody listened.
    if (part.file.truncated) throw apiError("tooLarge");
    return Buffer.concat(chunks);
  }
  throw fieldError("image", "image is required");
}

/** What reads multipart throws plain errors for what it can't read. */
function refuseMalformed(error: Error & { statusCode?: number }): never {
  throw error instanceof ApiError || error.statusCode ? error : apiError("malformedBody");
}
