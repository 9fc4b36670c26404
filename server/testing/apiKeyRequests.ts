import type { KeyScope } from "@survey-app/contract/http/endpoint.ts";
import * as apiKeys from "@survey-app/contract/session/apiKeys.ts";
import * as users from "@survey-app/contract/users/users.ts";
import type { Person } from "./people.ts";
import type { TestApp } from "./testApp.ts";

/** Creates API keys and uses them. */
export function apiKeyRequests(app: () => TestApp) {
  const readSelf = (as: Person) => app().send(users.getUser, { as, params: { email: as.email } });
  return {
    readSelf,
    statusOf: async (as: Person) => (await readSelf(as)).statusCode,
    listKeys: (as: Person) => app().request(apiKeys.listMyApiKeys, { as }),
    /** A person who sends requests with a new API key instead of an access token. */
    async withKey<P extends Person>(as: P, scopes: KeyScope[] = ["read"], days?: number): Promise<P> {
      const { key } = await app().request(apiKeys.createApiKey, { as, body: { name: "A program", scopes, days } });
      return { ...as, token: key };
    },
  };
}
