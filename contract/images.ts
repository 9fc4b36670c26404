import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { modifiedResponse, paginationQuery } from "./pagination.ts";
import { id } from "./text.ts";

/** The largest upload, in bytes: 5 MB. */
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024;
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"] as const;
/** How long an upload that nothing shows is kept, in milliseconds: a form that is filled in meanwhile can still use it. */
export const UNUSED_IMAGE_MS = 24 * 3600_000;
/** How many images one account can hold. */
export const IMAGE_QUOTA = 200;
/** How many bytes they can take, in all the widths that are kept: 100 MB, two hundred rich photographs. */
export const IMAGE_BYTES_QUOTA = 100 * 1024 * 1024;

export const uploadImage = endpoint({
  method: "POST",
  path: "/images",
  summary: "Store an image: checked, turned upright, re-encoded as WebP, its metadata gone",
  access: "signedIn",
  body: "image",
  response: z.object({
    success: z.literal(true),
    data: z.object({ display_url: z.string(), width: z.number(), height: z.number() }),
  }),
  errors: ["tooLarge", "imageQuota", "imageBytesQuota"],
  rateLimit: { max: 60, seconds: 3600 },
});

/** A picture that somebody uploaded. */
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
  summary: "The caller's uploads, newest first. Those that nothing shows are deleted after a day",
  access: "signedIn",
  query: z.object(paginationQuery),
  response: z.array(storedImage),
  paginated: true,
});

export const deleteImage = endpoint({
  method: "DELETE",
  path: "/images/:id",
  summary: "Delete one of one's own uploads that neither a survey nor the profile shows, file and all",
  access: "signedIn",
  params: z.object({ id }),
  response: modifiedResponse,
  errors: ["notFound", "imageInUse"],
  rateLimit: { max: 300, seconds: 3600 },
});
