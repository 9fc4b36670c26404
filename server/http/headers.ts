import { createHash } from "node:crypto";

/** The source expression by which a content security policy allows exactly this inline script or style. */
export const cspHash = (inline: string): string => `'sha256-${createHash("sha256").update(inline).digest("base64")}'`;

/** Headers of every response. */
const always = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** The policy for responses that browsers should never render as a page: JSON, errors, images. */
const inert = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox";

/** Two years, as preload lists require. Sent only when the public URL uses https. */
const strictTransport = "max-age=63072000; includeSubDomains";

/**
 * The headers of security requirement H09. The strict policy is the default: pages set their own
 * `content-security-policy`.
 */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    ...always,
    "content-security-policy": inert,
    ...(publicUrl.startsWith("https:") && { "strict-transport-security": strictTransport }),
  };
}
