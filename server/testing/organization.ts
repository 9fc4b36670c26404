import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider, { interactionPolicy } from "oidc-provider";
import { freePort } from "../../tools/port.ts";
import { MemoryAdapter } from "../sandbox/signIn/memoryAdapter.ts";

/** A member of the organization, as its provider knows them. */
export interface Member {
  sub: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
  groups?: string[] | string;
}

export interface TestOrganization {
  issuer: string;
  client: { id: string; secret: string };
  /** Everyone who comes to the provider is signed in as this member. */
  member: Member;
  close(): Promise<void>;
}

/**
 * Starts an organization's provider as its package sets it up: signed with ES256, the client authenticates by HTTP
 * Basic, and claims other than the subject are only at the userinfo endpoint.
 * @param port of a provider that was closed, to start it again
 */
export async function startOrganization(redirectUri: string, port?: number): Promise<TestOrganization> {
  const ownPort = port ?? (await freePort());
  const issuer = `http://127.0.0.1:${ownPort}`;
  const client = { id: "survey-app", secret: "the client's secret, with a % and a +" };
  const organization = { issuer, client, member: { sub: "none" } as Member };
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: "sig", alg: "ES256", kid: "first" }] },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [`${new URL(redirectUri).origin}/`],
        token_endpoint_auth_method: "client_secret_basic",
        id_token_signed_response_alg: "ES256",
      },
    ],
    clientAuthMethods: ["client_secret_basic"],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    adapter: MemoryAdapter,
    cookies: { keys: ["a key for tests"] },
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: () => "/member" },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...organization.member, sub }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: client.id, accountId: oidc.session?.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const serve = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith("/member")) return void serve(request, response);
    void provider.interactionFinished(request, response, {
      login: { accountId: organization.member.sub },
      select_account: {},
    });
  });
  await new Promise<void>((resolve) => server.listen(ownPort, "127.0.0.1", resolve));
  return Object.assign(organization, {
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
