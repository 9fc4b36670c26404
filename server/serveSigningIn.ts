import type { FastifyInstance } from "fastify";
import type { AppConfig, Config } from "./config/config.ts";
import type { MainDatabase } from "./database/database.ts";
import { API_PREFIX, type RegisterEndpoint } from "./http/endpoints.ts";
import { serveApiKeys } from "./session/apiKeys.routes.ts";
import { servePasskeys } from "./session/passkeys/passkeys.routes.ts";
import { serveSignInForm } from "./session/passwords/signInForm.ts";
import { configuredProviders, type OidcProvider } from "./session/providers/oidcProviders.ts";
import { serveProviders } from "./session/providers/providers.routes.ts";
import { createProvider } from "./session/providers/providers.ts";
import { serveSecondFactor } from "./session/secondFactor/secondFactor.routes.ts";
import { serveSession } from "./session/session.routes.ts";
import type { SignInParts } from "./session/signInParts.ts";

/** Serves all sign-in methods, sessions and API keys. */
export async function serveSigningIn(
  registerEndpoint: RegisterEndpoint,
  app: FastifyInstance,
  database: MainDatabase,
  { config, parts }: { config: AppConfig; parts: SignInParts },
): Promise<void> {
  serveSession(registerEndpoint, database, parts);
  serveSignInForm(app, parts);
  serveSecondFactor(registerEndpoint, database, parts);
  servePasskeys(registerEndpoint, database, parts);
  const callbackOf = ({ id }: OidcProvider) => `${apiBaseOf(config)}/auth/callback/${id}`;
  const providers = (await openProviders(app, config)).map(
    (provider) => [provider.id, createProvider(provider, callbackOf(provider))] as const,
  );
  serveProviders(registerEndpoint, app, database, { ...parts, providers: new Map(providers) });
  serveApiKeys(registerEndpoint, database, parts);
}

/** The configured OIDC providers; outside production with a stand-in for each missing one. */
async function openProviders(app: FastifyInstance, config: AppConfig): Promise<OidcProvider[]> {
  const real = configuredProviders(config);
  if (!config.sandbox || config.oidc?.isOnly) return real;
  // Loaded here, so that production never has its code.
  const { serveSandboxProvider } = await import("./sandbox/signIn/oidc.ts");
  const missing = (["google", "facebook"] as const).filter((id) => !config[id]);
  const addresses = { publicUrl: config.publicUrl, apiBase: apiBaseOf(config) };
  return [...real, ...(await Promise.all(missing.map((id) => serveSandboxProvider(app, id, addresses))))];
}

/** The absolute base URL of all endpoints. */
export const apiBaseOf = ({ publicUrl, apiBase }: Pick<Config, "publicUrl" | "apiBase">) =>
  apiBase ?? publicUrl + API_PREFIX;
