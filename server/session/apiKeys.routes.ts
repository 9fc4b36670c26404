import * as apiKeys from "@survey-app/contract/session/apiKeys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import type { Database } from "../database/database.ts";
import { orNotFound, orThrow } from "../http/apiError.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { addApiKey, deleteApiKey, listApiKeys, renameApiKey } from "./apiKeys.sql.ts";
import { LIFETIME_MS } from "./session.sql.ts";
import type { SignInParts } from "./signInParts.ts";

/**
 * With `OIDC_ONLY` a key lives no longer than a session: its owner has to sign in as a member of the organization
 * again.
 */
const MEMBER_KEY_DAYS = LIFETIME_MS / DAY_MS;

export function serveApiKeys(
  registerEndpoint: RegisterEndpoint,
  database: Database,
  { apiKeys: keys, sessions, hasPasswords }: SignInParts,
): void {
  registerEndpoint(apiKeys.listMyApiKeys, ({ currentUser }) => listApiKeys(database, currentUser.userId));

  registerEndpoint(apiKeys.createApiKey, async ({ body: { name, scopes, days }, currentUser }) => {
    const { key, hash } = keys.create();
    const allowedDays = hasPasswords ? (days ?? null) : Math.min(days ?? MEMBER_KEY_DAYS, MEMBER_KEY_DAYS);
    return { key, apiKey: orThrow(await addApiKey(database, currentUser, { name, scopes, days: allowedDays, hash })) };
  });

  registerEndpoint(apiKeys.renameApiKey, async ({ params, body: { name }, currentUser }) => {
    orNotFound(await renameApiKey(database, currentUser.userId, params.id, name));
    return { modifiedCount: 1 };
  });

  registerEndpoint(apiKeys.revokeApiKey, async ({ params, currentUser }) => {
    orNotFound(await deleteApiKey(database, currentUser.userId, params.id));
    sessions.invalidateUser(currentUser.userId);
    return { modifiedCount: 1 };
  });
}
