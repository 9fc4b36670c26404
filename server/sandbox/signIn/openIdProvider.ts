import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import Provider, { type Configuration, interactionPolicy } from "oidc-provider";
import type { OidcProvider, DocumentedProvider as ProviderId } from "../../session/providers/oidcProviders.ts";
import { pagePolicy, troublePage } from "./choicePage.ts";
import type { SandboxUser } from "./inventedPeople.ts";
import { MemoryAdapter } from "./memoryAdapter.ts";

interface Options {
  id: ProviderId;
  /** The provider's name as its pages show it. */
  name: string;
  issuer: string;
  client: OidcProvider["client"];
  /** The absolute URL to which users return. */
  callback: string;
  /** The users chosen so far, by their subject. */
  people: ReadonlyMap<string, SandboxUser>;
}

/** Creates the OpenID provider of the sandbox, with a page of its own to choose a user. */
export async function createOpenIdProvider(options: Options): Promise<Provider> {
  const provider = new Provider(options.issuer, await configurationOf(options));
  // The provider always uses its issuer's URL, regardless of the requests' host.
  provider.proxy = true;
  return provider;
}

let key: Promise<JWK> | undefined;

/** One key for all providers of the sandbox in this process: generating one takes 100 ms. */
function signingKey(): Promise<JWK> {
  key ??= generateKeyPair("RS256", { extractable: true })
    .then(({ privateKey }) => exportJWK(privateKey))
    .then((exported) => ({ ...exported, use: "sig", alg: "RS256", kid: "sandbox" }));
  return key;
}

async function configurationOf({ id, name, client, callback, people }: Options): Promise<Configuration> {
  const policy = interactionPolicy.base();
  // Asks for the user each time, because developers want to switch between users.
  policy
    .get("login")
    ?.checks.add(new interactionPolicy.Check("each_time", "Choose who you are", ({ oidc }) => !oidc.result?.login));
  return {
    adapter: MemoryAdapter,
    jwks: { keys: [await signingKey()] },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [callback],
        grant_types: ["authorization_code"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture"] },
    conformIdTokenClaims: false, // the identity token contains the user's claims, as Google's does
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { policy, url: (_ctx, { uid }) => `/sandbox/${id}/choice/${uid}` },
    cookies: {
      keys: [randomBytes(32).toString("base64url")],
      names: { interaction: `${id}_choice`, resume: `${id}_resume`, session: `${id}_session` },
      long: { path: `/sandbox/${id}`, httpOnly: true, sameSite: "lax" },
      short: { httpOnly: true, sameSite: "lax" },
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 900, Session: 900 },
    async findAccount(_ctx, sub) {
      const person = people.get(sub);
      if (!person) return undefined;
      const { name, email: address, isConfirmed } = person;
      return {
        accountId: sub,
        claims: async () => ({ sub, name, ...(address && { email: address, email_verified: isConfirmed }) }),
      };
    },
    // No separate consent: choosing a user implies it.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    renderError(ctx, { error, error_description }) {
      ctx.type = "html";
      ctx.set("content-security-policy", pagePolicy);
      ctx.body = troublePage(name, error_description ?? error);
    },
  };
}
