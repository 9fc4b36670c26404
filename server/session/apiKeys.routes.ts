import * as apiKeys from "@survey-app/contract/apiKeys.ts";
import type { Database } from "../database/database.ts";
import { apiError } from "../http/apiError.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { addApiKey, listApiKeys, removeApiKeys } from "./apiKeys.sql.ts";
import type { ApiKeys } from "./apiKeys.ts";

export function serveApiKeys(
  registerEndpoint: RegisterEndpoint,
  database: Database,
  { keys, invalidateUser }: { keys: ApiKeys; invalidateUser: (userId: string) => void },
): void {
  registerEndpoint(apiKeys.listMyApiKeys, ({ currentUser }) => listApiKeys(database, currentUser.userId));

  registerEndpoint(apiKeys.createApiKey, async ({ body: { name, scopes, days }, currentUser }) => {
    const { key, hash } = keys.create();
    const apiKey = await addApiKey(database, currentUser, { name, scopes, days: days ?? null, hash });
    if (typeof apiKey === "string") throw apiError(apiKey);
    return { key, apiKey };
  });

  registerEndpoint(apiKeys.revokeApiKey, async ({ params, currentUser }) => {
    const modifiedCount = await removeApiKeys(database, currentUser.userId, params.id);
    if (modifiedCount === 0) throw apiError("notFound");
    invalidateUser(currentUser.userId);
    return { modifiedCount };
  });
}
