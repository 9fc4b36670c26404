import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { modifiedResponse, paginationQuery } from "../http/pagination.ts";
import { id } from "../text/text.ts";
import { DAY_MS } from "../text/time.ts";

/** The largest upload, in bytes: 5 MB. */
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024;
/** The most bytes that multipart adds to an upload: boundaries, headers and a few short fields. */
const MULTIPART_BYTES = 64 * 1024;
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"] as const;
/** The milliseconds for which an unused upload is kept, so that a form being filled in can still use it. */
export const UNUSED_IMAGE_MS = DAY_MS;
/** The most bytes of one account's images, in all stored widths: 100 MB, about two hundred detailed photographs. */
export const IMAGE_BYTES_QUOTA = 100 * 1024 * 1024;

export const uploadImage = endpoint({
  method: "POST",
  path: "/images",
  summary:
    "Upload an image; the server validates it, rotates it upright, re-encodes it as WebP and removes its metadata",
  access: "signedIn",
  keyScope: "manage",
  body: "image",
  bodyMax: IMAGE_MAX_BYTES + MULTIPART_BYTES,
  response: z.object({
    success: z.literal(true),
    data: z.object({ display_url: z.string(), width: z.number(), height: z.number() }),
  }),
  errors: ["tooLarge", "imageQuota", "imageBytesQuota"],
  rateLimit: { max: 60, seconds: 3600 },
});

export const storedImage = z.object({
  _id: z.string(),
  display_url: z.string(),
  createdAt: z.string(),
  /** Whether a survey or the owner's profile shows it. */
  isInUse: z.boolean(),
});
export type StoredImage = z.infer<typeof storedImage>;

export const listMyImages = endpoint({
  method: "GET",
  path: "/me/images",
  summary: "The current user's uploads, newest first. Unused ones are deleted after a day",
  access: "signedIn",
  keyScope: "read",
  query: z.object(paginationQuery),
  response: z.array(storedImage),
  paginated: true,
});

export const deleteImage = endpoint({
  method: "DELETE",
  path: "/images/:id",
  summary: "Delete an unused upload of the current user, including its files",
  access: "signedIn",
  keyScope: "manage",
  params: z.object({ id }),
  response: modifiedResponse,
  errors: ["imageInUse"],
  rateLimit: { max: 300, seconds: 3600 },
});
