import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type Provider from "oidc-provider";
import type { OidcProvider, DocumentedProvider as ProviderId } from "../../session/providers/oidcProviders.ts";
import { serveChoice } from "./choice.ts";
import type { SandboxUser } from "./inventedPeople.ts";

const names: Record<ProviderId, string> = { google: "Google", facebook: "Facebook" };

/**
 * A stand-in for Google or Facebook where they are not configured: a real OpenID provider under `/sandbox/<id>`, with
 * its own keys, which are valid as long as the process runs, and a page to choose a user.
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
  const callback = `${apiBase}/auth/callback/${id}`;
  let opened: Promise<Provider> | undefined;
  /** On the first request, because loading the library and creating its key takes 0.3 s of CPU. */
  const open = () => {
    opened ??= import("./openIdProvider.ts").then(({ createOpenIdProvider }) =>
      createOpenIdProvider({ id, name: names[id], issuer, client, callback, people }),
    );
    return opened;
  };
  await app.register(async (scope) => serveProtocol(scope, open, new URL(issuer)));
  await app.register(async (scope) => serveChoice(scope, open, { path, name: names[id], publicUrl, people }));
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

/** The provider's own routes: authorization, tokens, keys. The provider library handles the raw requests. */
function serveProtocol(scope: FastifyInstance, open: () => Promise<Provider>, issuer: URL): void {
  scope.addContentTypeParser("application/x-www-form-urlencoded", (_request, _body, done) => done(null));
  scope.route({
    method: ["GET", "POST"],
    url: `${issuer.pathname}/*`,
    exposeHeadRoute: false,
    async handler(request, reply) {
      const provider = await open();
      for (const [header, value] of Object.entries(reply.getHeaders())) if (value) reply.raw.setHeader(header, value);
      reply.hijack();
      const { raw } = request;
      raw.headers["x-forwarded-proto"] = issuer.protocol.slice(0, -1);
      raw.headers["x-forwarded-host"] = issuer.host;
      // The library derives the path under which it is mounted from the difference of the two URLs.
      const url = raw.url ?? "";
      Object.assign(raw, { originalUrl: url, url: url.slice(issuer.pathname.length) });
      void provider.callback()(raw, reply.raw);
    },
  });
}
