import { LINKS_TO_ADDRESS } from "@survey-app/contract/session/emailLinks.ts";
import { mailboxOf } from "@survey-app/contract/text/emailAddress.ts";
import type { FastifyRequest } from "fastify";
import type { AppConfig } from "../config/config.ts";
import type { MainDatabase } from "../database/database.ts";
import { secretsOf } from "../database/secrets.ts";
import { tokenHash } from "../database/tokenHash.ts";
import type { RateLimiter } from "../http/rateLimit.ts";
import type { ReaderLanguage } from "../http/readerLanguage.ts";
import { createApiKeys } from "./apiKeys.ts";
import { createAuthenticator, type ReadInvitedVoter } from "./authenticator.ts";
import type { Cookies } from "./cookies.ts";
import { createChallenges } from "./passkeys/challenges.ts";
import type { WarnLog } from "./passwords/breachedPasswords.ts";
import type { PasswordHasher } from "./passwords/passwordHash.ts";
import { createPasswordStrength } from "./passwords/passwordStrength.ts";
import { createSignInAttempts } from "./passwords/signInAttempts.ts";
import { createSignUpLinks } from "./registration.sql.ts";
import { createSecretBox } from "./secondFactor/codes.ts";
import { createSessionCache } from "./sessionCache.ts";
import { createSignIn } from "./signIn.ts";
import { createTokens } from "./tokens.ts";

interface Dependencies {
  cookies: Cookies;
  passwords: PasswordHasher;
  /** Null without rate limits. */
  rateLimiter: RateLimiter | null;
  readInvitedVoter: ReadInvitedVoter;
  log: WarnLog;
  readerLanguage: ReaderLanguage;
}

export type SignInParts = ReturnType<typeof createSignInParts>;

/**
 * Creates what identifies users and signs them in: sessions, access tokens, API keys, passwords, passkeys and codes.
 */
export function createSignInParts(
  database: MainDatabase,
  config: AppConfig,
  { cookies, passwords, rateLimiter, readInvitedVoter, log, readerLanguage }: Dependencies,
) {
  const { sessionSecret, publicUrl } = config;
  const { accepted } = secretsOf(config);
  const identified = {
    cookies,
    sessions: createSessionCache(database.forVotes, config),
    tokens: createTokens(sessionSecret, publicUrl),
    apiKeys: createApiKeys(accepted),
  };
  const countLinksTo = rateLimiter?.("links to address", LINKS_TO_ADDRESS, true);
  const parts = {
    ...identified,
    passwords,
    /**
     * Counts a request for a link to an address, which need not have an account. Each network has its own count, so
     * that people elsewhere can't keep a person from resetting a password. @throws {ApiError} `tooFast`
     */
    limitLinksTo: async (address: string, request: FastifyRequest) =>
      countLinksTo?.(request, tokenHash(mailboxOf(address))),
    rateLimiter,
    readerLanguage,
    publicUrl,
    siteName: config.site.name,
    /** The prefix of the pages' paths: the pages' origin if the API has another one, else "". */
    pagesOrigin: config.apiBase ? publicUrl : "",
    origins: { publicUrl, corsOrigins: config.corsOrigins },
    authenticator: createAuthenticator(database, identified, readInvitedVoter),
    signInAttempts: createSignInAttempts(database, config),
    passwordStrength: createPasswordStrength(config, log),
    challenges: createChallenges(database, { secret: sessionSecret, cookies }),
    box: createSecretBox(accepted),
    registration: config.registration,
    signUpLinks: createSignUpLinks(database, { ...config, accepted }),
    /** Whether users may sign in other than through their organization's provider. */
    hasPasswords: !config.oidc?.isOnly,
    /** Whether LogOut ends the session at the organization's provider too. */
    endsSession: config.oidc?.endsSession ?? false,
  };
  return { ...parts, signIn: createSignIn(database, parts) };
}
