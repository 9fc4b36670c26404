import { PASSWORD_SENT_MAX } from "@survey-app/contract/session.ts";
import { betterAuth } from "better-auth";
import type { FastifyBaseLogger } from "fastify";
import { proveByProvider } from "../account/proof.sql.ts";
import type { Database } from "../database/database.ts";
import { hashedTokens } from "./hashedTokens.ts";
import { signInHooks } from "./hooks.ts";
import { libraryLog } from "./libraryLog.ts";
import type { OidcProvider } from "./oidcProviders.ts";
import type { PasswordHasher } from "./passwordHash.ts";
import { otherProviders, type ProvenAddress } from "./providers.ts";
import { IDLE_DAYS } from "./session.sql.ts";
import { sessionCookie } from "./sessionCookie.ts";

export interface AuthSettings {
  secret: string;
  /** The absolute base URL of all endpoints. */
  apiBase: string;
  /** The OIDC providers that users can sign in with. */
  providers: readonly OidcProvider[];
  /** Removes a session from the cache immediately. */
  invalidateSession(sessionId: string): void;
  /** Removes all sessions of a user from the cache immediately. */
  invalidateUser(userId: string): void;
  passwords: PasswordHasher;
  log: FastifyBaseLogger;
}

const DAY_SECONDS = 24 * 3600;
/** A session's last use is stored at most this often, to save writes. */
const SEEN_SECONDS = 15 * 60;
/** With `__Host-` in front, browsers accept the cookies only over https, from this host and for all paths. */
const COOKIE_PREFIX = "better-auth";

/**
 * Creates the sign-in library on our own connection and tables. Its own HTTP handler is not mounted: only the functions
 * that our routes call can be reached.
 */
export function createAuth(database: Database, settings: AuthSettings) {
  const { secret, apiBase, providers, invalidateSession, invalidateUser, passwords, log } = settings;
  const onProven = async (proof: ProvenAddress) => {
    const userId = await proveByProvider(database, proof);
    if (userId !== null) invalidateUser(userId);
  };
  const isHttps = apiBase.startsWith("https:");
  return betterAuth({
    secret,
    baseURL: new URL(apiBase).origin,
    basePath: "/api/auth",
    database: hashedTokens(database),
    databaseHooks: signInHooks(database, invalidateSession),
    telemetry: { enabled: false },
    logger: libraryLog(log),
    plugins: [otherProviders(providers, { log, onProven }), sessionCookie],
    onAPIError: { errorURL: "/login" },
    rateLimit: { enabled: false }, // the contract's rate limits apply to these endpoints as to all others
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      // The contract checks new passwords. These limits also apply to sign-ins, where a short password is simply wrong.
      minPasswordLength: 1,
      // The library counts UTF-16 code units, the contract counts characters.
      maxPasswordLength: 2 * PASSWORD_SENT_MAX,
      password: passwords,
    },
    user: {
      modelName: "users",
      fields: { emailVerified: "email_verified", image: "photo_url", createdAt: "created_at", updatedAt: "updated_at" },
    },
    session: {
      modelName: "sessions",
      fields: {
        expiresAt: "expires_at",
        userId: "user_id",
        ipAddress: "ip_address",
        userAgent: "user_agent",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
      expiresIn: IDLE_DAYS * DAY_SECONDS,
      updateAge: SEEN_SECONDS,
    },
    account: {
      modelName: "accounts",
      fields: {
        accountId: "account_id",
        providerId: "provider_id",
        userId: "user_id",
        accessToken: "access_token",
        refreshToken: "refresh_token",
        idToken: "id_token",
        accessTokenExpiresAt: "access_token_expires_at",
        refreshTokenExpiresAt: "refresh_token_expires_at",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
    },
    verification: {
      modelName: "verifications",
      fields: { expiresAt: "expires_at", createdAt: "created_at", updatedAt: "updated_at" },
    },
    advanced: {
      useSecureCookies: false, // it would put `__Secure-` in front, which lets other subdomains set them
      cookiePrefix: isHttps ? `__Host-${COOKIE_PREFIX}` : COOKIE_PREFIX,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/", secure: isHttps },
      // Ten minutes, the same as the stored state of a sign-in at a provider: second factors take time.
      cookies: { state: { attributes: { maxAge: 600 } } },
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;
