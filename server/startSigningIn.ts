import type { FastifyInstance } from "fastify";
import type { AppConfig, Config } from "./config.ts";
import type { InvitedVoter } from "./database/currentUser.ts";
import type { MainDatabase } from "./database/database.ts";
import { API_PREFIX, type RegisterEndpoint } from "./http/endpoints.ts";
import type { RateLimiter } from "./http/rateLimit.ts";
import { serveApiKeys } from "./session/apiKeys.routes.ts";
import { createApiKeys } from "./session/apiKeys.ts";
import { createAuthenticator } from "./session/authenticator.ts";
import { createCookies } from "./session/cookies.ts";
import { servePasskeys } from "./session/passkeys/passkeys.routes.ts";
import type { PasswordHasher } from "./session/passwords/passwordHash.ts";
import { createPasswordStrength } from "./session/passwords/passwordStrength.ts";
import { createSignInAttempts } from "./session/passwords/signInAttempts.ts";
import { serveSignInForm } from "./session/passwords/signInForm.ts";
import { configuredProviders, type OidcProvider } from "./session/providers/oidcProviders.ts";
import { serveProviders } from "./session/providers/providers.routes.ts";
import { createProvider } from "./session/providers/providers.ts";
import { createSecretBox } from "./session/secondFactor/codes.ts";
import { serveSecondFactor } from "./session/secondFactor/secondFactor.routes.ts";
import { serveSession } from "./session/session.routes.ts";
import { createSessionCache } from "./session/sessionCache.ts";
import { createSignIn } from "./session/signIn.ts";
import { createTokens } from "./session/tokens.ts";

export type SigningIn = ReturnType<typeof createSigningIn>;

/** Creates what identifies users: sessions, access tokens, API keys, passwords and codes. */
export function createSigningIn(
  app: FastifyInstance,
  database: MainDatabase,
  {
    config,
    passwords,
    readInvitedVoter,
  }: {
    config: AppConfig;
    passwords: PasswordHasher;
    readInvitedVoter: (token: string) => InvitedVoter | null;
  },
) {
  const identified = {
    cookies: createCookies(apiBaseOf(config)),
    sessions: createSessionCache(database.forVotes, config),
    tokens: createTokens(config.sessionSecret, config.publicUrl),
    apiKeys: createApiKeys(config.sessionSecret),
  };
  const parts = {
    ...identified,
    authenticator: createAuthenticator(database, identified, readInvitedVoter),
    signInAttempts: createSignInAttempts(database, config),
    box: createSecretBox(config.sessionSecret),
    passwords,
    passwordStrength: createPasswordStrength(config, app.log),
    hasPasswords: !config.oidc?.isOnly,
  };
  return { ...parts, signIn: createSignIn(database, parts) };
}

/** Serves all sign-in methods, sessions and API keys. */
export async function serveSigningIn(
  registerEndpoint: RegisterEndpoint,
  app: FastifyInstance,
  database: MainDatabase,
  { config, parts, rateLimiter }: { config: AppConfig; parts: SigningIn; rateLimiter: RateLimiter | null },
): Promise<void> {
  const pages = { publicUrl: config.publicUrl, pagesOrigin: config.apiBase ? config.publicUrl : "", rateLimiter };
  serveSession(registerEndpoint, database, parts);
  serveSignInForm(app, { ...parts, ...pages, origins: config });
  serveSecondFactor(registerEndpoint, database, parts);
  servePasskeys(registerEndpoint, database, { ...parts, ...config, isAllowed: parts.hasPasswords });
  const callbackOf = ({ id }: OidcProvider) => `${apiBaseOf(config)}/auth/callback/${id}`;
  const providers = (await openProviders(app, config)).map(
    (provider) => [provider.id, createProvider(provider, callbackOf(provider))] as const,
  );
  serveProviders(registerEndpoint, app, database, { ...parts, ...pages, providers: new Map(providers) });
  serveApiKeys(registerEndpoint, database, parts);
}

/** The configured OIDC providers; outside production with a stand-in for each missing one. */
async function openProviders(app: FastifyInstance, config: AppConfig): Promise<OidcProvider[]> {
  const real = configuredProviders(config);
  if (!config.sandbox || config.oidc?.isOnly) return real;
  // Loaded here, so that production never has its code.
  const { serveSandboxProvider } = await import("./dev/signIn/oidc.ts");
  const missing = (["google", "facebook"] as const).filter((id) => !config[id]);
  const addresses = { publicUrl: config.publicUrl, apiBase: apiBaseOf(config) };
  return [...real, ...(await Promise.all(missing.map((id) => serveSandboxProvider(app, id, addresses))))];
}

/** The absolute base URL of all endpoints. */
export const apiBaseOf = ({ publicUrl, apiBase }: Pick<Config, "publicUrl" | "apiBase">) =>
  apiBase ?? publicUrl + API_PREFIX;
