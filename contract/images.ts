import * as z from "zod/mini";
import { call } from "./call.ts";

/** The largest upload, in bytes: 5 MB. */
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024;
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"] as const;
/** How many images one account can hold. */
export const IMAGE_QUOTA = 200;
/** How many bytes they can take, in all the widths that are kept: 100 MB, two hundred rich photographs. */
export const IMAGE_BYTES_QUOTA = 100 * 1024 * 1024;

export const upload = call({
  method: "POST",
  path: "/images",
  summary: "Store an image: checked, turned upright, re-encoded as WebP, its metadata gone",
  access: "signedIn",
  body: "image",
  answer: z.object({
    success: z.literal(true),
    data: z.object({ display_url: z.string(), width: z.number(), height: z.number() }),
  }),
  refusals: ["tooLarge", "imageQuota", "imageBytesQuota"],
  limit: { max: 60, seconds: 3600 },
});
