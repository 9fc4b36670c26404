import { NAME_MAX } from "@survey-app/contract/text/limits.ts";
import { email, line } from "@survey-app/contract/text/text.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { isWebAddress } from "@survey-app/contract/users/webAddress.ts";
import * as oidc from "openid-client";
import { singleFlight } from "../../concurrency/singleFlight.ts";
import { boundedBody } from "../../http/outgoing.ts";
import type { PendingSignIn } from "../pending.sql.ts";
import type { ProviderIdentity } from "../signIn.sql.ts";
import type { OidcProvider } from "./oidcProviders.ts";
import { type RoleAnswer, readRole } from "./roleClaim.ts";

/** The longest time that a provider may take to respond, in seconds: users wait for it. */
const TIMEOUT_SECONDS = 5;
/** Tokens and keys have a few kilobytes. */
const RESPONSE_BYTES_MAX = 256 * 1024;
/** How far the provider's clock may be ahead of ours. */
const CLOCKS_APART_SECONDS = 60;
/** Discovered endpoints are used for a day. Keys are read more often, by the library. */
const DISCOVERED_MS = DAY_MS;

/** A user's identity, and what the provider says about their role; null if it doesn't decide about roles. */
export interface ProvidedIdentity {
  identity: ProviderIdentity;
  role: RoleAnswer | null;
  /** Why the userinfo endpoint gave no answer; null if it did, or there is none. */
  unread: unknown;
}

/**
 * A sign-in at a provider that was started. The state is for the browser's cookie and the provider's redirect back to
 * us.
 */
export interface StartedSignIn extends Pick<PendingSignIn, "nonce" | "codeVerifier"> {
  /** Where to redirect the browser to. */
  url: string;
  state: string;
}

export interface SignInProvider {
  /**
   * @param asksWho whether the provider asks which account is meant, also where it knows one
   * @throws {Error} if the provider's endpoints can't be discovered
   */
  start(options: { asksWho: boolean }): Promise<StartedSignIn>;
  /**
   * The URL at which the provider ends its own session of the browser, and redirects to our start page; null if it has
   * none.
   * @throws {Error} if the provider's endpoints can't be discovered
   */
  endSession(publicUrl: string): Promise<string | null>;
  /**
   * Exchanges the authorization code for the user's identity.
   * @param callback the query of the provider's redirect back to us, whose state was compared with the cookie
   * @returns `domain` for a user whose address is not in an allowed domain
   * @throws {Error} if the provider refuses or does not respond, or if its response is not valid
   */
  finish(
    callback: URLSearchParams,
    pending: Pick<PendingSignIn, "nonce" | "codeVerifier">,
  ): Promise<ProvidedIdentity | "domain">;
}

/**
 * Creates the client of a provider: OpenID Connect with authorization code, PKCE, state and nonce. The user's identity
 * comes from the identity token, after its signature, issuer, audience, age and nonce are verified. All tokens are then
 * dropped.
 * @param redirectUri our callback for this provider
 */
export function createProvider(settings: OidcProvider, redirectUri: string): SignInProvider {
  const getConfig = createConfiguration(settings);
  return {
    async start({ asksWho }) {
      const config = await getConfig();
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
        ...(asksWho && askWho(settings, config.serverMetadata())),
      });
      return { url: url.href, state, nonce, codeVerifier };
    },
    async endSession(publicUrl) {
      const config = await getConfig();
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: `${publicUrl}/` }).href;
    },
    async finish(callback, { nonce, codeVerifier }) {
      const config = await getConfig();
      const tokens = await oidc.authorizationCodeGrant(config, new URL(`${redirectUri}?${callback}`), {
        expectedState: callback.get("state") ?? "",
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = requireClaims(settings, tokens.claims());
      const userInfo = await readUserInfo(settings, config, { accessToken: tokens.access_token, claims });
      const unread = "unread" in userInfo ? userInfo.unread : null;
      const all = "found" in userInfo ? { ...userInfo.found, ...claims, ...addressOf(claims, userInfo.found) } : claims;
      const identity = toIdentity(settings, all);
      if (identity === "domain") return identity;
      const roles = settings.rules?.roles;
      return { identity, role: roles ? readRole(roles, all, { isComplete: unread === null }) : null, unread };
    },
  };
}

/**
 * Has the provider ask which account is meant. A provider that lists its prompts without that one asks for a sign-in.
 */
function askWho({ id }: OidcProvider, { prompt_values_supported: known }: oidc.ServerMetadata): Record<string, string> {
  // https://developers.facebook.com/docs/facebook-login/guides/advanced/re-authentication
  if (id === "facebook") return { auth_type: "reauthenticate" };
  if (!Array.isArray(known) || known.includes("select_account")) return { prompt: "select_account" };
  return known.includes("login") ? { prompt: "login" } : {};
}

/**
 * Reads the userinfo endpoint: providers may put the user's claims only there (OpenID Connect Core 5.4).
 * @returns `unread`: it did not give a usable answer, and the identity token has all claims that we need
 * @throws {Error} if it names another subject, or if the identity token is not enough
 */
async function readUserInfo(
  { rules }: OidcProvider,
  config: oidc.Configuration,
  { accessToken, claims }: { accessToken: string; claims: oidc.IDToken },
): Promise<{ found: oidc.UserInfoResponse } | { unread: unknown } | Record<string, never>> {
  if (config.serverMetadata().userinfo_endpoint === undefined) return {};
  try {
    return { found: await oidc.fetchUserInfo(config, accessToken, claims.sub) };
  } catch (error) {
    const isOfOther = (error as { code?: unknown }).code === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED";
    const needsConfirmed = (rules?.domains.length ?? 0) > 0;
    const isEnough = typeof claims.email === "string" && (!needsConfirmed || claims.email_verified !== undefined);
    if (isOfOther || !isEnough) throw error;
    return { unread: error };
  }
}

/** Provides the library's configuration of a provider. Discovers its endpoints when they are needed, once a day. */
function createConfiguration(settings: OidcProvider): () => Promise<oidc.Configuration> {
  const { issuer, endpoints, client } = settings;
  if (endpoints) {
    const server = { issuer, ...endpoints, token_endpoint_auth_methods_supported: ["client_secret_post"] };
    // Our side chooses the algorithm: the token's header must not.
    const metadata = { id_token_signed_response_alg: "RS256" };
    const config = new oidc.Configuration(server, client.id, metadata, authenticateBy(client.secret));
    config.timeout = TIMEOUT_SECONDS;
    config[oidc.customFetch] = boundedFetch;
    for (const extend of extensionsFor(issuer)) extend(config);
    return async () => config;
  }
  let found: { config: oidc.Configuration; until: number } | undefined;
  // One request for all who wait, even when the provider does not respond.
  const discover = singleFlight(async () => {
    const config = await oidc.discovery(new URL(issuer), client.id, {}, authenticateBy(client.secret), {
      timeout: TIMEOUT_SECONDS,
      [oidc.customFetch]: boundedFetch,
      execute: extensionsFor(issuer),
    });
    found = { config, until: Date.now() + DISCOVERED_MS };
    return config;
  });
  return async () => (found && Date.now() < found.until ? found.config : discover());
}

function extensionsFor(issuer: string): ((config: oidc.Configuration) => void)[] {
  return [
    // Without this the library trusts https alone for tokens that it has fetched itself, and ignores their signature.
    oidc.enableNonRepudiationChecks,
    // Settings allow http only on this machine and outside production, for the sandbox and tests.
    ...(issuer.startsWith("http:") ? [oidc.allowInsecureRequests] : []),
  ];
}

/** Sends the client's secret as the provider wants it; the default is the standard's. */
function authenticateBy(secret: string): oidc.ClientAuth {
  const [post, basic] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)];
  return (server, ...request) =>
    (server.token_endpoint_auth_methods_supported?.includes("client_secret_post") ? post : basic)(server, ...request);
}

/** Never follows redirects, as the library demands: the secret goes only to the provider. */
async function boundedFetch(url: string, options: oidc.CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options as RequestInit);
  const body = await boundedBody(response, RESPONSE_BYTES_MAX);
  return new Response(body.length > 0 ? new Uint8Array(body) : null, response);
}

/** @throws {Error} if the identity token is not for us, is from the future, or has a subject that can't be stored */
function requireClaims({ client }: OidcProvider, claims: oidc.IDToken | undefined): oidc.IDToken {
  // OpenID Connect allows up to 255 ASCII characters for a subject; databases reject some others.
  if (!claims || !/^[\x21-\x7e]{1,255}$/.test(claims.sub)) throw new Error("its subject is not valid");
  // The library checks this only for tokens with several audiences.
  // The library checks when a token ends, but not that it began: one from the future would be valid for longer.
  if (claims.iat > Date.now() / 1000 + CLOCKS_APART_SECONDS) throw new Error("its token was made in the future");
  if (claims.azp !== undefined && claims.azp !== client.id) throw new Error("its token is for another client");
  return claims;
}

/**
 * The address, and whether the provider has confirmed this one. The two places may know different addresses, and a
 * confirmation of one must not count for the other: it decides whose account this is.
 */
function addressOf(claims: oidc.IDToken, userInfo: oidc.UserInfoResponse) {
  const other = claims.email === undefined || claims.email === userInfo.email ? userInfo.email_verified : undefined;
  const own = claims.email === undefined ? undefined : claims.email_verified;
  return { email: claims.email ?? userInfo.email, email_verified: own ?? other };
}

/** Maps the claims to an identity, with the rules of our own sign-up form and of the organization. */
function toIdentity({ id, issuer, rules }: OidcProvider, claims: oidc.IDToken): ProviderIdentity | "domain" {
  const { sub, picture } = claims;
  const address = email.safeParse(claims.email);
  const confirmed = address.success && isTrue(claims.email_verified) ? address.data : null;
  if (rules && rules.domains.length > 0 && !rules.domains.includes(confirmed?.split("@")[1] ?? "")) return "domain";
  return {
    provider: id,
    // Another issuer may be configured later, whose subjects are other people.
    subject: id === "oidc" ? `${issuer} ${sub}` : sub,
    email: address.success ? address.data : null,
    emailVerified: confirmed !== null,
    name: nameOf(claims.name, address.success ? address.data : ""),
    photoUrl: typeof picture === "string" && isWebAddress(picture) ? picture : null,
  };
}

/** Some providers send booleans as text. */
const isTrue = (claim: unknown): boolean => claim === true || (typeof claim === "string" && /^true$/i.test(claim));

function nameOf(claimed: unknown, address: string): string {
  const rule = line("Name", 1, NAME_MAX);
  // Cut, but not within a surrogate pair.
  const short = typeof claimed === "string" ? claimed.trim().normalize("NFC").slice(0, NAME_MAX) : "";
  const name = rule.safeParse(short.replace(/[\ud800-\udbff]$/, ""));
  return name.success ? name.data : (address.split("@", 1)[0] ?? "");
}
