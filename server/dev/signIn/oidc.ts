import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import Provider, { type Configuration, interactionPolicy } from "oidc-provider";
import type { OidcProvider, DocumentedProvider as ProviderId } from "../../session/providers/oidcProviders.ts";
import { serveChoice } from "./choice.ts";
import { pagePolicy, troublePage } from "./choicePage.ts";
import type { SandboxUser } from "./inventedPeople.ts";
import { MemoryAdapter } from "./memoryAdapter.ts";

const names: Record<ProviderId, string> = { google: "Google", facebook: "Facebook" };

/**
 * A stand-in for Google or Facebook where they are not configured: a real OpenID provider under `/sandbox/<id>`, with its
 * own keys, which are valid as long as the process runs, and a page to choose a user.
 * @param app gets the provider's routes
 */
export async function serveSandboxProvider(
  app: FastifyInstance,
  id: ProviderId,
  { publicUrl, apiBase }: { publicUrl: string; apiBase: string },
): Promise<OidcProvider> {
  const path = `/sandbox/${id}`;
  const issuer = publicUrl + path;
  const client = { id: "survey-app", secret: randomBytes(24).toString("base64url") };
  const people = new Map<string, SandboxUser>();
  const provider = new Provider(issuer, await configurationOf(id, apiBase, client, people));
  // The provider always uses its issuer's URL, regardless of the requests' host.
  provider.proxy = true;
  await app.register(async (scope) => serveProtocol(scope, provider, new URL(issuer)));
  await app.register(async (scope) => serveChoice(scope, provider, { path, name: names[id], publicUrl, people }));
  return {
    id,
    issuer,
    endpoints: {
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    },
    scopes: ["openid", "email", "profile"],
    client,
    rules: null,
  };
}

let key: Promise<JWK> | undefined;

/** One key for all providers of the sandbox in this process: generating one takes 100 ms. */
function signingKey(): Promise<JWK> {
  key ??= generateKeyPair("RS256", { extractable: true })
    .then(({ privateKey }) => exportJWK(privateKey))
    .then((exported) => ({ ...exported, use: "sig", alg: "RS256", kid: "sandbox" }));
  return key;
}

async function configurationOf(
  id: ProviderId,
  apiBase: string,
  client: OidcProvider["client"],
  people: Map<string, SandboxUser>,
): Promise<Configuration> {
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
        redirect_uris: [`${apiBase}/auth/callback/${id}`],
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
      ctx.body = troublePage(names[id], error_description ?? error);
    },
  };
}

/** The provider's own routes: authorization, tokens, keys. The provider library handles the raw requests. */
function serveProtocol(scope: FastifyInstance, provider: Provider, issuer: URL): void {
  scope.addContentTypeParser("application/x-www-form-urlencoded", (_request, _body, done) => done(null));
  const answer = provider.callback();
  scope.route({
    method: ["GET", "POST"],
    url: `${issuer.pathname}/*`,
    exposeHeadRoute: false,
    handler(request, reply) {
      for (const [header, value] of Object.entries(reply.getHeaders())) if (value) reply.raw.setHeader(header, value);
      reply.hijack();
      const { raw } = request;
      raw.headers["x-forwarded-proto"] = issuer.protocol.slice(0, -1);
      raw.headers["x-forwarded-host"] = issuer.host;
      // The library derives the path under which it is mounted from the difference of the two URLs.
      const url = raw.url ?? "";
      Object.assign(raw, { originalUrl: url, url: url.slice(issuer.pathname.length) });
      void answer(raw, reply.raw);
    },
  });
}
