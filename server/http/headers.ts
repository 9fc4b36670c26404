/** On every answer, whatever it is. */
const always = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** Answers that no browser should ever render: JSON, problems, images. */
const inert = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox";

/** Two years, as preload lists ask. Only sent where people reach us by https. */
const strictTransport = "max-age=63072000; includeSubDomains";

/**
 * The headers of SECURITY 9. Everything is inert until a route says otherwise: pages set their own
 * `content-security-policy`.
 */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    ...always,
    "content-security-policy": inert,
    ...(publicUrl.startsWith("https:") && { "strict-transport-security": strictTransport }),
  };
}
