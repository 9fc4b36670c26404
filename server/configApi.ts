import { siteOf } from "./configFormats.ts";

/** Where the API is, if it is not under the public URL, and whose pages may call it. */
interface ApiAddress {
  apiBase: string | null;
  corsOrigins: string[];
}

/** @returns a sentence if the settings don't fit together */
export function apiOf(
  { API_BASE, CORS_ORIGINS: corsOrigins }: { API_BASE?: string | undefined; CORS_ORIGINS: string[] },
  { origin, protocol, hostname }: URL,
): ApiAddress | string {
  const api = new URL(API_BASE ?? `${origin}/api`);
  // Browsers send the cookies of a sign-in within one site only: the same scheme, and hosts of one domain.
  if (api.protocol !== protocol || siteOf(api.hostname) !== siteOf(hostname))
    return "API_BASE must be of the same site as PUBLIC_URL: the same scheme, and hosts of one domain.";
  if (api.origin !== origin && !corsOrigins.includes(origin))
    return `CORS_ORIGINS must have ${origin} in it, as API_BASE is of another origin than PUBLIC_URL.`;
  return { apiBase: api.origin === origin ? null : api.href, corsOrigins };
}
