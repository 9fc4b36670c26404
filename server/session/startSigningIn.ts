import { unlessClockHeld } from "../clock/heartbeat.sql.ts";
import type { Server } from "../http/server.ts";
import { serveApiKeys } from "./apiKeys.routes.ts";
import { servePasskeys } from "./passkeys/passkeys.routes.ts";
import { serveSignInForm } from "./passwords/signInForm.ts";
import { createRoleFollower, type RoleSetting } from "./providers/followRole.ts";
import type { OidcProvider } from "./providers/oidcProviders.ts";
import { serveProviders } from "./providers/providers.routes.ts";
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
  setRole: RoleSetting["setRole"];
}

/** Serves all sign-in methods, sessions and API keys, and removes expired ones. */
export function startSigningIn({ app, registerEndpoint, database, jobs }: Server, parts: SigningInParts): void {
  serveRegistration(registerEndpoint, database, parts);
  const organization = parts.providers.find(({ id }) => id === "oidc");
  const roles = organization?.rules?.roles;
  const roleClaim = organization && roles ? roleClaimKey({ ...organization, ...roles }) : "";
  const followRole = createRoleFollower(database, { setRole: parts.setRole, roleClaim });
  serveSignInForm(app, { ...parts, followRole });
  serveSecondFactor(registerEndpoint, database, { ...parts, followRole });
  servePasskeys(registerEndpoint, database, parts);
  const callbackOf = ({ id }: OidcProvider) => `${parts.apiBase}/auth/callback/${id}`;
  const providers = new Map(
    parts.providers.map((provider) => [provider.id, createProvider(provider, callbackOf(provider))] as const),
  );
  serveSession(registerEndpoint, database, { ...parts, providers });
  serveProviders(registerEndpoint, app, database, { ...parts, providers, followRole });
  serveApiKeys(registerEndpoint, database, parts);
  jobs.everyHour(
    "removing what expired",
    unlessClockHeld(database, () => removeExpired(database)),
  );
}
