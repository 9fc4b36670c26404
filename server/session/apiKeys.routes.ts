import * as apiKeys from "@survey-app/contract/apiKeys.ts";
import type { Database } from "../database/database.ts";
import { orNotFound, orThrow } from "../http/apiError.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { addApiKey, deleteApiKey, listApiKeys, renameApiKey } from "./apiKeys.sql.ts";
import type { SignInParts } from "./signInParts.ts";

export function serveApiKeys(
  registerEndpoint: RegisterEndpoint,
  database: Database,
  { apiKeys: keys, sessions }: SignInParts,
): void {
  registerEndpoint(apiKeys.listMyApiKeys, ({ currentUser }) => listApiKeys(database, currentUser.userId));

  registerEndpoint(apiKeys.createApiKey, async ({ body: { name, scopes, days }, currentUser }) => {
    const { key, hash } = keys.create();
    return { key, apiKey: orThrow(await addApiKey(database, currentUser, { name, scopes, days: days ?? null, hash })) };
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
