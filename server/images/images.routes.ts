import fastifyStatic from "@fastify/static";
import * as images from "@survey-app/contract/images.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import { refuse, refuseField } from "../http/refuse.ts";
import type { Serve } from "../http/serve.ts";
import { countImages, insertImage } from "./images.sql.ts";
import { reencode } from "./reencode.ts";
import { type ImageStore, imageUrl } from "./store.ts";

export function serveImages(serve: Serve, app: FastifyInstance, database: Database, store: ImageStore): void {
  serve(images.upload, async ({ request, caller }) => {
    if ((await countImages(database, caller.userId)) >= images.IMAGE_QUOTA) throw refuse("imageQuota");
    const { webp, width, height } = await reencode(await readImage(request));
    const id = await store.put(webp);
    await insertImage(database, { id, ownerId: caller.userId, bytes: webp.length });
    return { success: true as const, data: { display_url: imageUrl(id), width, height } };
  });

  // Names never come back with other content, so browsers may keep them for ever. The inert policy of all answers stays.
  app.register(fastifyStatic, {
    root: store.folder,
    prefix: "/images/",
    decorateReply: false,
    index: false,
    immutable: true,
    maxAge: "365d",
    dotfiles: "ignore",
  });
}

/** The bytes of the multipart field `image`; the size limit holds while they arrive. */
async function readImage(request: FastifyRequest): Promise<Buffer> {
  for await (const part of request.parts()) {
    if (part.type === "file" && part.fieldname === "image") return part.toBuffer();
    if (part.type === "file") part.file.resume();
  }
  throw refuseField("image", "image is required");
}
