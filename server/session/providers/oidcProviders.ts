import type { Provider } from "@survey-app/contract/session/session.ts";
import type { Config } from "../../config/config.ts";

/** A provider that users can sign in with, and our client at it. */
export interface OidcProvider {
  id: Provider;
  /** The `iss` claim of the provider's identity tokens. */
  issuer: string;
  /** Null: discovered at the issuer. */
  endpoints: { authorization_endpoint: string; token_endpoint: string; jwks_uri: string } | null;
  scopes: readonly string[];
  client: NonNullable<Config["google"]>;
  /** Who may sign in with which role; null: everyone, and admins decide the roles here. */
  rules: Pick<NonNullable<Config["oidc"]>, "domains" | "roles"> | null;
}

export type DocumentedProvider = Exclude<Provider, "oidc">;

/**
 * Endpoints of well-known providers, from their documentation. Discovery would need a further request, which can fail,
 * and these URLs change only with an announcement years ahead.
 */
const documented: Record<DocumentedProvider, Pick<OidcProvider, "issuer" | "endpoints" | "scopes">> = {
  // https://developers.google.com/identity/openid-connect/openid-connect
  google: {
    issuer: "https://accounts.google.com",
    endpoints: {
      authorization_endpoint: "https://accounts.google.com/o/oauth2/v2/auth",
      token_endpoint: "https://oauth2.googleapis.com/token",
      jwks_uri: "https://www.googleapis.com/oauth2/v3/certs",
    },
    scopes: ["openid", "email", "profile"],
  },
  // https://developers.facebook.com/docs/facebook-login/guides/advanced/oidc-token
  facebook: {
    issuer: "https://www.facebook.com",
    endpoints: {
      authorization_endpoint: "https://www.facebook.com/v24.0/dialog/oauth",
      token_endpoint: "https://graph.facebook.com/v24.0/oauth/access_token",
      jwks_uri: "https://www.facebook.com/.well-known/oauth/openid/jwks/",
    },
    scopes: ["openid", "email", "public_profile"],
  },
};

/** The providers that this installation has set up, the organization's first. */
export function configuredProviders({ oidc, ...config }: Pick<Config, Provider>): OidcProvider[] {
  const own: OidcProvider[] = oidc ? [{ ...oidc, id: "oidc", endpoints: null, scopes: oidc.scopes, rules: oidc }] : [];
  if (oidc?.isOnly) return own;
  const others = (["google", "facebook"] as const).flatMap((id) => {
    const client = config[id];
    return client ? [{ id, ...documented[id], client, rules: null }] : [];
  });
  return [...own, ...others];
}
