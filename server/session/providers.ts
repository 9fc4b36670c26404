import { email, isWebAddress, line } from "@survey-app/contract/text.ts";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthorizationURL, type OAuthProvider, verifyProviderIdToken } from "better-auth/oauth2";
import type { FastifyBaseLogger } from "fastify";
import { createRemoteJWKSet, decodeJwt, type JWTPayload } from "jose";
import type { OidcProvider } from "./oidcProviders.ts";

/** The longest time that a provider may take to respond, in milliseconds: users wait for it. */
const TIMEOUT_MS = 5000;
const NAME_MAX = 80;

/** An email address that a provider has verified, and the identity that it belongs to. */
export interface ProvenAddress {
  provider: string;
  subject: string;
  email: string;
}

interface ProviderContext {
  log: Pick<FastifyBaseLogger, "warn">;
  /** Called with a verified address before the library looks for its account. */
  onProven(proof: ProvenAddress): Promise<void>;
}

/** A plugin of the sign-in library that adds the OIDC providers. */
export function otherProviders(settings: readonly OidcProvider[], context: ProviderContext): BetterAuthPlugin {
  return {
    id: "other-providers",
    init: () => ({
      context: { socialProviders: settings.map((each) => toProvider(each, context)) },
      // Signing in again doesn't change an account, because its key is issuer and subject.
      options: { account: { updateAccountOnSignIn: false } },
    }),
  };
}

/**
 * One provider, by OpenID Connect with authorization code, PKCE and nonce. The user's identity comes only from the
 * identity token, after its signature, issuer, audience, age and nonce are verified. The library adds the state: stored,
 * used once, and bound to the browser by a signed cookie.
 */
function toProvider(settings: OidcProvider, { log, onProven }: ProviderContext): OAuthProvider<JWTPayload> {
  const { id, issuer, client } = settings;
  const provider: OAuthProvider<JWTPayload> = {
    id,
    name: id,
    issuer,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => profile.sub ?? "",
    idToken: {
      jwks: createRemoteJWKSet(new URL(settings.jwks), { timeoutDuration: TIMEOUT_MS }),
      issuer,
      audience: client.id,
      // Fixed here: the token's header must not choose its algorithm.
      algorithms: ["RS256"],
      // The verifier itself accepts tokens without an expiry, and any of several audiences.
      verifyClaims: ({ exp, azp }) => typeof exp === "number" && (azp === undefined || azp === client.id),
    },
    createAuthorizationURL: ({ state, codeVerifier, redirectURI, idTokenNonce }) =>
      createAuthorizationURL({
        id,
        options: { clientId: client.id },
        authorizationEndpoint: settings.authorization,
        scopes: [...settings.scopes],
        state,
        codeVerifier,
        redirectURI,
        ...(idTokenNonce && { nonce: idTokenNonce }),
      }),
    async validateAuthorizationCode({ code, codeVerifier = "", redirectURI }) {
      try {
        const idToken = await exchange(settings, { code, code_verifier: codeVerifier, redirect_uri: redirectURI });
        // As `raw`, because the library would store it under its own name, and no code needs it again.
        return { raw: { idToken } };
      } catch (error) {
        log.warn({ provider: id, reason: reasonOf(error) }, "a provider did not give an identity token for a code");
        return null;
      }
    },
    async getUserInfo({ raw, expectedIdTokenNonce }) {
      const idToken = raw?.idToken;
      // Without an expected nonce the verifier would not check it.
      const isVerified =
        typeof idToken === "string" &&
        expectedIdTokenNonce !== undefined &&
        (await verifyProviderIdToken(provider, idToken, expectedIdTokenNonce));
      const claims = isVerified ? decodeJwt(idToken) : null;
      // OpenID Connect allows up to 255 ASCII characters for a subject; databases reject some others.
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

/** Exchanges the authorization code for the identity token, and drops all other tokens. */
async function exchange({ token, client }: OidcProvider, grant: Record<string, string>): Promise<string> {
  const response = await fetch(token, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: client.id,
      client_secret: client.secret,
      ...grant,
    }),
    redirect: "error", // the secret goes only to the provider
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`it responded with ${response.status}`);
  const { id_token } = (await response.json()) as { id_token?: unknown };
  if (typeof id_token !== "string") throw new Error("it responded without one");
  return id_token;
}

/** The reason of a failed request in a form that may be logged: without addresses and without parts of responses. */
export function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  if (error instanceof SyntaxError) return "it responded with no JSON";
  return code ?? (name === "Error" ? message : name);
}

/** Maps the claims to a user, with the rules of our own sign-up form. */
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
  // Cut, but not within a surrogate pair.
  const short = typeof claimed === "string" ? claimed.trim().normalize("NFC").slice(0, NAME_MAX) : "";
  const name = rule.safeParse(short.replace(/[\ud800-\udbff]$/, ""));
  return name.success ? name.data : (address.split("@", 1)[0] ?? "");
}
