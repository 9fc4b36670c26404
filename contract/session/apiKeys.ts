import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as z from "zod/mini";
import { endpoint, keyScopes } from "../http/endpoint.ts";
import { modifiedResponse, wholeBetween } from "../http/pagination.ts";
import { API_KEY_NAME_MAX } from "../text/limits.ts";
import { id, line } from "../text/text.ts";

/** The beginning of every API key, by which people and secret scanners recognize one. */
export const API_KEY_PREFIX = "sak_";
/** The longest lifetime of a key that expires, in days: ten years. */
const DAYS_MAX = 3650;

const scope = z.enum(keyScopes, "scopes must be read, vote or manage");

/** An API key as its owner sees it. The key itself is only in the response that creates it. */
export const apiKey = z.object({
  _id: z.string(),
  name: z.string(),
  scopes: z.array(scope),
  createdAt: z.string(),
  /** Null for a key that does not expire. */
  expiresAt: z.nullable(z.string()),
  /** Up to a minute late; null for a key that was never used. */
  lastUsedAt: z.nullable(z.string()),
});
export type ApiKey = z.infer<typeof apiKey>;

const name = line("Name", 1, API_KEY_NAME_MAX, formErrors.keyName);

/** The fields of the form that creates a key. */
export const newApiKey = z.object({
  name,
  scopes: z.array(scope, "scopes must be a list").check(
    z.refine((scopes) => scopes.length > 0, formErrors.choices.scopes),
    z.refine((scopes) => new Set(scopes).size === scopes.length, "scopes must differ"),
  ),
  /** The days after which the key expires; without the field it doesn't. */
  days: z.nullish(z.number("days must be a whole number").check(...wholeBetween("days", 1, DAYS_MAX))),
});

export const listMyApiKeys = endpoint({
  method: "GET",
  path: "/me/api-keys",
  summary: "The current user's API keys, newest first, without the keys themselves",
  access: "signedIn",
  response: z.array(apiKey),
});

export const createApiKey = endpoint({
  method: "POST",
  path: "/me/api-keys",
  summary: "Create an API key. The response is the only one that contains it",
  access: "signedIn",
  // A key outlasts the session, so a stolen access token must not be enough to create one.
  recentSignIn: true,
  body: newApiKey,
  response: z.object({ key: z.string(), apiKey }),
  errors: ["tooManyApiKeys"],
  rateLimit: { max: 30, seconds: 3600 },
});

export const renameApiKey = endpoint({
  method: "PATCH",
  path: "/me/api-keys/:id",
  summary: "Rename an API key of the current user. What it may do and when it expires can't be changed",
  access: "signedIn",
  params: z.object({ id }),
  body: z.object({ name }),
  response: modifiedResponse,
  rateLimit: { max: 120, seconds: 3600 },
});

export const revokeApiKey = endpoint({
  method: "DELETE",
  path: "/me/api-keys/:id",
  summary: "Revoke an API key of the current user immediately",
  access: "signedIn",
  params: z.object({ id }),
  response: modifiedResponse,
  rateLimit: { max: 120, seconds: 3600 },
});
