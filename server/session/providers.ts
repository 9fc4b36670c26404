import { email, isWebAddress, line } from "@survey-app/contract/text.ts";
import * as oidc from "openid-client";
import type { OidcProvider } from "./oidcProviders.ts";
import { boundedBody } from "./outgoing.ts";
import type { PendingSignIn } from "./pendingSignIns.sql.ts";
import type { ProviderIdentity } from "./signIn.sql.ts";

/** The longest time that a provider may take to respond, in seconds: users wait for it. */
const TIMEOUT_SECONDS = 5;
/** Tokens and keys have a few kilobytes. */
const RESPONSE_BYTES_MAX = 256 * 1024;
const NAME_MAX = 80;

/** A sign-in at a provider that has begun. The state is for the browser's cookie and the provider's redirect back to us. */
export interface BegunSignIn extends Pick<PendingSignIn, "nonce" | "codeVerifier"> {
  /** Where to redirect the browser to. */
  url: string;
  state: string;
}

export interface SignInProvider {
  begin(): Promise<BegunSignIn>;
  /**
   * Exchanges the authorization code for the user's identity.
   * @param answer the query of the provider's redirect back to us, whose state was compared with the cookie
   * @throws {Error} if the provider refuses, does not respond, or its response does not hold
   */
  finish(answer: URLSearchParams, pending: Pick<PendingSignIn, "nonce" | "codeVerifier">): Promise<ProviderIdentity>;
}

/**
 * Creates the client of a provider: OpenID Connect with authorization code, PKCE, state and nonce. The user's identity
 * comes from the identity token alone, after its signature, issuer, audience, age and nonce are verified. All tokens are
 * then dropped.
 * @param redirectUri our callback for this provider
 */
export function createProvider(settings: OidcProvider, redirectUri: string): SignInProvider {
  const config = configure(settings);
  return {
    async begin() {
      const state = oidc.randomState();
      const nonce = oidc.randomNonce();
      const codeVerifier = oidc.randomPKCECodeVerifier();
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: settings.scopes.join(" "),
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
      });
      return { url: url.href, state, nonce, codeVerifier };
    },
    async finish(answer, { nonce, codeVerifier }) {
      const tokens = await oidc.authorizationCodeGrant(config, new URL(`${redirectUri}?${answer}`), {
        expectedState: answer.get("state") ?? "",
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      return toIdentity(settings, tokens.claims() ?? {});
    },
  };
}

function configure({ issuer, endpoints, client }: OidcProvider): oidc.Configuration {
  const server = { issuer, ...endpoints };
  // The client chooses the algorithm: the token's header must not.
  const metadata = { id_token_signed_response_alg: "RS256" };
  const config = new oidc.Configuration(server, client.id, metadata, oidc.ClientSecretPost(client.secret));
  config.timeout = TIMEOUT_SECONDS;
  config[oidc.customFetch] = boundedFetch;
  // Without this the library trusts https alone for tokens that it has fetched itself, and ignores their signature.
  oidc.enableNonRepudiationChecks(config);
  // Only the sandbox has an http issuer.
  if (issuer.startsWith("http:")) oidc.allowInsecureRequests(config);
  return config;
}

/** Never follows redirects, as the library demands: the secret goes only to the provider. */
async function boundedFetch(url: string, options: oidc.CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options as RequestInit);
  const body = await boundedBody(response, RESPONSE_BYTES_MAX);
  return new Response(body.length > 0 ? new Uint8Array(body) : null, response);
}

/** Maps the claims to an identity, with the rules of our own sign-up form. @throws {Error} if they are not for us */
function toIdentity({ id, client }: OidcProvider, claims: Partial<oidc.IDToken>): ProviderIdentity {
  const { sub = "", azp, picture } = claims;
  // OpenID Connect allows up to 255 ASCII characters for a subject; databases reject some others.
  if (!/^[\x21-\x7e]{1,255}$/.test(sub)) throw new Error("its subject is not valid");
  // The library checks this only for tokens with several audiences.
  if (azp !== undefined && azp !== client.id) throw new Error("its token is for another client");
  const address = email.safeParse(claims.email);
  return {
    provider: id,
    subject: sub,
    email: address.success ? address.data : null,
    emailVerified: claims.email_verified === true,
    name: nameOf(claims.name, address.success ? address.data : ""),
    photoUrl: typeof picture === "string" && isWebAddress(picture) ? picture : null,
  };
}

function nameOf(claimed: unknown, address: string): string {
  const rule = line("Name", 1, NAME_MAX);
  // Cut, but not within a surrogate pair.
  const short = typeof claimed === "string" ? claimed.trim().normalize("NFC").slice(0, NAME_MAX) : "";
  const name = rule.safeParse(short.replace(/[\ud800-\udbff]$/, ""));
  return name.success ? name.data : (address.split("@", 1)[0] ?? "");
}
