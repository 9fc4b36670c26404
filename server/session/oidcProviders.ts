import type { Provider } from "@survey-app/contract/session.ts";
import type { Config, OAuthClient } from "../config.ts";

/** A provider that users can sign in with: its endpoints and our client credentials. */
export interface OidcProvider {
  id: Provider;
  /** The `iss` claim of the provider's identity tokens. */
  issuer: string;
  authorization: string;
  token: string;
  jwks: string;
  scopes: readonly string[];
  client: OAuthClient;
}

/**
 * The providers' endpoints, from their documentation. Not by discovery: a provider that is down when the server starts
 * would be missing until the next start, and these URLs change with an announcement years ahead.
 */
const documented: Record<Provider, Omit<OidcProvider, "id" | "client">> = {
  // https://developers.google.com/identity/openid-connect/openid-connect
  google: {
    issuer: "https://accounts.google.com",
    authorization: "https://accounts.google.com/o/oauth2/v2/auth",
    token: "https://oauth2.googleapis.com/token",
    jwks: "https://www.googleapis.com/oauth2/v3/certs",
    scopes: ["openid", "email", "profile"],
  },
  // https://developers.facebook.com/docs/facebook-login/guides/advanced/oidc-token
  facebook: {
    issuer: "https://www.facebook.com",
    authorization: "https://www.facebook.com/v24.0/dialog/oauth",
    token: "https://graph.facebook.com/v24.0/oauth/access_token",
    jwks: "https://www.facebook.com/.well-known/oauth/openid/jwks/",
    scopes: ["openid", "email", "public_profile"],
  },
};

/** The providers that this installation has set up. */
export function configuredProviders(config: Pick<Config, Provider>): OidcProvider[] {
  return (["google", "facebook"] as const).flatMap((id) => {
    const client = config[id];
    return client ? [{ id, ...documented[id], client }] : [];
  });
}
