import { email, isWebAddress, line } from "@survey-app/contract/text.ts";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthorizationURL, type OAuthProvider, verifyProviderIdToken } from "better-auth/oauth2";
import type { FastifyBaseLogger } from "fastify";
import { createRemoteJWKSet, decodeJwt, type JWTPayload } from "jose";
import type { OidcProvider } from "./oidcProviders.ts";

/** How long a provider may take to answer us, in milliseconds: people wait for it. */
const PATIENCE_MS = 5000;
const NAME_MAX = 80;

/** An address that a provider has confirmed to be somebody's. */
export interface ProvenAddress {
  provider: string;
  subject: string;
  email: string;
}

interface Surroundings {
  log: Pick<FastifyBaseLogger, "warn">;
  /** Hears of a proven address before the library looks whose account it is. */
  onProven(proof: ProvenAddress): Promise<void>;
}

/** Signing in through other providers, as a plugin of the sign-in library. */
export function otherProviders(upstreams: readonly OidcProvider[], surroundings: Surroundings): BetterAuthPlugin {
  return {
    id: "other-providers",
    init: () => ({
      context: { socialProviders: upstreams.map((upstream) => toProvider(upstream, surroundings)) },
      // Nothing of an account changes by signing in again: it is keyed by issuer and subject.
      options: { account: { updateAccountOnSignIn: false } },
    }),
  };
}

/**
 * One provider, by OpenID Connect with a code, PKCE and a nonce. Who somebody is comes from the identity token alone,
 * after its signature, issuer, audience, age and nonce are verified. The library adds the state: stored, used once, and
 * bound to the browser by a signed cookie.
 */
function toProvider(upstream: OidcProvider, { log, onProven }: Surroundings): OAuthProvider<JWTPayload> {
  const { id, issuer, client } = upstream;
  const provider: OAuthProvider<JWTPayload> = {
    id,
    name: id,
    issuer,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => profile.sub ?? "",
    idToken: {
      jwks: createRemoteJWKSet(new URL(upstream.jwks), { timeoutDuration: PATIENCE_MS }),
      issuer,
      audience: client.id,
      // Named by us, never by the token.
      algorithms: ["RS256"],
      // The verifier itself takes tokens that never end, and any of several audiences.
      verifyClaims: ({ exp, azp }) => typeof exp === "number" && (azp === undefined || azp === client.id),
    },
    createAuthorizationURL: ({ state, codeVerifier, redirectURI, idTokenNonce }) =>
      createAuthorizationURL({
        id,
        options: { clientId: client.id },
        authorizationEndpoint: upstream.authorization,
        scopes: [...upstream.scopes],
        state,
        codeVerifier,
        redirectURI,
        ...(idTokenNonce && { nonce: idTokenNonce }),
      }),
    async validateAuthorizationCode({ code, codeVerifier = "", redirectURI }) {
      try {
        const idToken = await exchange(upstream, { code, code_verifier: codeVerifier, redirect_uri: redirectURI });
        // As `raw`, because the library stores what it knows as tokens, and nothing here ever needs them again.
        return { raw: { idToken } };
      } catch (error) {
        log.warn({ provider: id, reason: reasonOf(error) }, "a provider did not give an identity token for a code");
        return null;
      }
    },
    async getUserInfo({ raw, expectedIdTokenNonce }) {
      const idToken = raw?.idToken;
      // Without an expected nonce the verifier would not ask for one.
      const isTrue =
        typeof idToken === "string" &&
        expectedIdTokenNonce !== undefined &&
        (await verifyProviderIdToken(provider, idToken, expectedIdTokenNonce));
      const claims = isTrue ? decodeJwt(idToken) : null;
      // A subject by the book is up to 255 ASCII characters; databases refuse worse.
      if (!claims || !/^[\x21-\x7e]{1,255}$/.test(claims.sub ?? "")) {
        log.warn({ provider: id }, "a provider's identity token did not hold");
        return null;
      }
      const user = toUser(claims);
      if (user.email !== null && user.emailVerified)
        await onProven({ provider: id, subject: claims.sub ?? "", email: user.email });
      return { user, data: claims };
    },
  };
  return provider;
}

/** Gives the code, takes the identity token; whatever else comes with it is dropped here. */
async function exchange({ token, client }: OidcProvider, grant: Record<string, string>): Promise<string> {
  const answered = await fetch(token, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: client.id,
      client_secret: client.secret,
      ...grant,
    }),
    redirect: "error", // the secret goes to the provider and nowhere else
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!answered.ok) throw new Error(`it answered ${answered.status}`);
  const { id_token } = (await answered.json()) as { id_token?: unknown };
  if (typeof id_token !== "string") throw new Error("it answered without one");
  return id_token;
}

/** What can be logged of an answer that did not come: no addresses, no parts of answers. */
export function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  if (error instanceof SyntaxError) return "it answered no JSON";
  return code ?? (name === "Error" ? message : name);
}

/** The claims, held to the rules that our own sign-up form has. */
function toUser(claims: JWTPayload) {
  const address = email.safeParse(claims.email);
  return {
    email: address.success ? address.data : null,
    emailVerified: claims.email_verified === true,
    name: nameOf(claims.name, address.success ? address.data : ""),
    ...(typeof claims.picture === "string" && isWebAddress(claims.picture) && { image: claims.picture }),
  };
}

function nameOf(claimed: unknown, address: string): string {
  const rule = line("Name", 1, NAME_MAX);
  // Cut, but never through the middle of a character.
  const short = typeof claimed === "string" ? claimed.trim().normalize("NFC").slice(0, NAME_MAX) : "";
  const name = rule.safeParse(short.replace(/[\ud800-\udbff]$/, ""));
  return name.success ? name.data : (address.split("@", 1)[0] ?? "");
}
