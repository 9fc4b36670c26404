import { unlessClockHeld } from "../clock/heartbeat.sql.ts";
import type { Server } from "../http/server.ts";
import { serveApiKeys } from "./apiKeys.routes.ts";
import { servePasskeys } from "./passkeys/passkeys.routes.ts";
import { serveSignInForm } from "./passwords/signInForm.ts";
import type { OidcProvider } from "./providers/oidcProviders.ts";
import { type ProviderParts, serveProviders } from "./providers/providers.routes.ts";
import { createProvider } from "./providers/providers.ts";
import { roleClaimKey } from "./providers/roleClaims.sql.ts";
import { serveRegistration } from "./registration.routes.ts";
import { serveSecondFactor } from "./secondFactor/secondFactor.routes.ts";
import { serveSession } from "./session.routes.ts";
import { removeExpired } from "./session.sql.ts";
import type { SignInParts } from "./signInParts.ts";

interface SigningInParts extends SignInParts {
  /** The OpenID providers with which users can sign in. */
  providers: readonly OidcProvider[];
  /** The absolute base URL of all endpoints. */
  apiBase: string;
  /** Sets the role that the organization's provider gives. @returns "lastAdmin" if the user keeps the role of the last admin */
  setRole: ProviderParts["setRole"];
}

/** Serves all sign-in methods, sessions and API keys, and removes what expired. */
export function startSigningIn({ app, registerEndpoint, database, jobs }: Server, parts: SigningInParts): void {
  serveRegistration(registerEndpoint, database, parts);
  serveSignInForm(app, parts);
  serveSecondFactor(registerEndpoint, database, parts);
  servePasskeys(registerEndpoint, database, parts);
  const callbackOf = ({ id }: OidcProvider) => `${parts.apiBase}/auth/callback/${id}`;
  const providers = new Map(
    parts.providers.map((provider) => [provider.id, createProvider(provider, callbackOf(provider))] as const),
  );
  serveSession(registerEndpoint, database, { ...parts, providers });
  const organization = parts.providers.find(({ id }) => id === "oidc");
  const roles = organization?.rules?.roles;
  const roleClaim = organization && roles ? roleClaimKey({ ...organization, ...roles }) : "";
  serveProviders(registerEndpoint, app, database, { ...parts, providers, roleClaim });
  serveApiKeys(registerEndpoint, database, parts);
  jobs.everyHour(
    "removing what expired",
    unlessClockHeld(database, () => removeExpired(database)),
  );
}
