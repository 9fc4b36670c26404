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
  /** The absolute base of all calls. */
  apiBase: string;
  /** Who else vouches for people. */
  upstreams: readonly OidcProvider[];
  /** Makes what was known of a session count no more, at once. */
  forget(sessionId: string): void;
  /** The same for all sessions of a user. */
  forgetUser(userId: string): void;
  passwords: PasswordHasher;
  log: FastifyBaseLogger;
}

const DAY_SECONDS = 24 * 3600;
/** How exactly is known when a session was last used. */
const SEEN_SECONDS = 15 * 60;
/** Of every cookie's name. With `__Host-` in front, browsers take it from us alone: https, this host, all paths. */
const COOKIE_PREFIX = "better-auth";

/** The sign-in library on our own connection and tables. Only what `session.routes.ts` calls of it can be reached. */
export function createAuth(database: Database, settings: AuthSettings) {
  const { secret, apiBase, upstreams, forget, forgetUser, passwords, log } = settings;
  const onProven = async (proof: ProvenAddress) => {
    const userId = await proveByProvider(database, proof);
    if (userId !== null) forgetUser(userId);
  };
  const isHttps = apiBase.startsWith("https:");
  return betterAuth({
    secret,
    baseURL: new URL(apiBase).origin,
    basePath: "/api/auth",
    database: hashedTokens(database),
    databaseHooks: signInHooks(database, forget),
    telemetry: { enabled: false },
    logger: libraryLog(log),
    plugins: [otherProviders(upstreams, { log, onProven }), sessionCookie],
    onAPIError: { errorURL: "/login" },
    rateLimit: { enabled: false }, // the contract's limits hold for these calls like for all others
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      // The contract has the rules for new passwords; these hold for signing in, too, where a wrong one is just wrong.
      minPasswordLength: 1,
      // The library counts halves of surrogate pairs, the contract characters.
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
      // As long as a sign-in at a provider may take by its stored state, ten minutes: second factors take their time.
      cookies: { state: { attributes: { maxAge: 600 } } },
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;
