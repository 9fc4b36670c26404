import { createServer, type Server } from "node:http";
import * as session from "@survey-app/contract/session/session.ts";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import type { OrganizationSignIn } from "../config/configGroups.ts";
import { testApp } from "./testApp.ts";

/** A server's answer: a text with the status 200, or null for none at all: the connection is cut. */
type Answer = string | { status: number; text: string } | null;

/** Starts a server that responds as a test says. @param answer gets its own address and the path */
export async function startFake(answer: (address: string, path: string) => Answer | Promise<Answer>) {
  const server: Server = createServer(async ({ url = "" }, response) => {
    const answered = await answer(address, url);
    if (answered === null) return void response.destroy();
    const { status, text } = typeof answered === "string" ? { status: 200, text: answered } : answered;
    response.writeHead(status, { "content-type": "application/json" }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  const address = `http://127.0.0.1:${typeof bound === "object" ? bound?.port : 0}`;
  return { address, close: () => void server.close() };
}

/** A fake provider and its answers. */
export interface FakeProvider {
  keys: object[];
  makeToken(claims: JWTPayload): string | Promise<string>;
  /** The fields of its discovery document besides its endpoints. */
  metadata(address: string): object;
  userInfo?: () => Answer;
}

/** Starts an OpenID provider that responds as a test says, and an app whose organization has it. */
export async function startFakeOrganization(
  { keys, makeToken, metadata, userInfo = () => "{}" }: FakeProvider,
  settings: OrganizationSignIn,
  app: Parameters<typeof testApp>[0],
) {
  let nonce = "";
  const provider = await startFake(async (issuer, path) => {
    if (path === "/jwks") return JSON.stringify({ keys });
    if (path === "/userinfo") return userInfo();
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: settings.client.id, sub: "s", iat: now, exp: now + 60, nonce };
    if (path === "/token")
      return JSON.stringify({ access_token: "a", token_type: "Bearer", id_token: await makeToken(claims) });
    return JSON.stringify({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      ...metadata(issuer),
    });
  });
  const own = await testApp({ ...app, oidc: { ...settings, issuer: provider.address } });
  return {
    own,
    /** Signs in. @returns where the browser ends, and its cookies */
    async signIn(cookie = "") {
      const begun = await own.send(session.signInWithProvider, {
        body: { provider: "oidc" },
        ...(cookie && { headers: { cookie } }),
      });
      const url = new URL(begun.json().url);
      nonce = url.searchParams.get("nonce") ?? "";
      const sent = begun.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
      const back = `/api/auth/callback/oidc?state=${url.searchParams.get("state")}&code=x`;
      const answered = await own.app.inject({ url: back, headers: { cookie: sent } });
      const cookies = answered.cookies.filter(({ value }) => value !== "");
      return {
        location: answered.headers.location,
        query: url.searchParams,
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
      };
    },
    async close() {
      await own.close();
      provider.close();
    },
  };
}

/** A key of a fake provider, and its signature. */
export async function fakeSigning() {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  return {
    keys: [{ ...(await exportJWK(publicKey)), alg: "RS256", use: "sig" }],
    sign: (claims: JWTPayload) => new SignJWT(claims).setProtectedHeader({ alg: "RS256" }).sign(privateKey),
  };
}
