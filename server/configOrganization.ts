/** The claim by which an organization's provider decides the roles of its users. */
export interface RoleClaim {
  claim: string;
  /** The value that makes a user an admin; null if none does. */
  admin: string | null;
  surveyor: string | null;
}

/** An organization's own OpenID provider, and its rules. */
export interface OrganizationSignIn {
  issuer: string;
  client: { id: string; secret: string };
  /** As shown on the button. */
  name: string;
  /** Whether it is the only way to sign in: no passwords and no other providers. */
  isOnly: boolean;
  /** The domains of the email addresses that may sign in, in lower case; empty: all. */
  domains: string[];
  /** Null: admins decide the roles here. */
  roles: RoleClaim | null;
}

interface OrganizationSettings {
  OIDC_ISSUER?: string | undefined;
  OIDC_CLIENT_ID?: string | undefined;
  OIDC_CLIENT_SECRET?: string | undefined;
  OIDC_NAME: string;
  OIDC_ONLY: "on" | "off";
  OIDC_DOMAINS: string[];
  OIDC_ROLE_CLAIM?: string | undefined;
  OIDC_ADMIN_ROLE?: string | undefined;
  OIDC_SURVEYOR_ROLE?: string | undefined;
}

/** @returns null without these settings; a sentence if they don't fit together */
export function organizationOf(set: OrganizationSettings): OrganizationSignIn | string | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret, OIDC_ROLE_CLAIM: claim } = set;
  const { OIDC_ADMIN_ROLE: admin = null, OIDC_SURVEYOR_ROLE: surveyor = null } = set;
  if (!(issuer && id && secret)) {
    if (issuer || id || secret)
      return "OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all or none.";
    return set.OIDC_ONLY === "on" ? "OIDC_ONLY=on needs OIDC_ISSUER, or no one could sign in." : null;
  }
  if (Boolean(claim) !== Boolean(admin ?? surveyor))
    return "OIDC_ROLE_CLAIM belongs together with OIDC_ADMIN_ROLE or OIDC_SURVEYOR_ROLE: set both or neither.";
  return {
    issuer,
    client: { id, secret },
    name: set.OIDC_NAME,
    isOnly: set.OIDC_ONLY === "on",
    domains: set.OIDC_DOMAINS,
    roles: claim ? { claim, admin, surveyor } : null,
  };
}
