import type { VoterPolicy } from "@survey-app/contract/ballots/askingPolicies.ts";
import type { Registration } from "@survey-app/contract/session/registration.ts";
import { email } from "@survey-app/contract/text/text.ts";
import { OperatorError } from "../database/operatorError.ts";
import { readRegistration, registrableDomainOf } from "./configFormats.ts";
import type { Variables } from "./configVariables.ts";

/*
 * Settings that are read together. Null where a group is not set. Each function throws an OperatorError if only a part
 * of its group is set, or if the settings contradict each other.
 */

/** The number of processes; `auto`: as many as cores, database and memory allow, determined at the start. */
export function workersOf({ WORKERS, DATABASE_URL, NODE_ENV }: Variables): number | "auto" {
  if (WORKERS !== 1 && !DATABASE_URL)
    throw new OperatorError("WORKERS needs DATABASE_URL: only one process may write an SQLite file.");
  if (WORKERS !== 1 && NODE_ENV !== "production")
    throw new OperatorError(
      "WORKERS is for NODE_ENV=production: elsewhere one process plays the mail server and Stripe.",
    );
  return WORKERS;
}

/** Whether an address can't be proven: neither by email nor by a provider. */
const provesNoAddress = ({ NODE_ENV, SMTP_URL, OIDC_ISSUER, GOOGLE_CLIENT_ID, FACEBOOK_CLIENT_ID }: Variables) =>
  NODE_ENV === "production" && !(SMTP_URL ?? OIDC_ISSUER ?? GOOGLE_CLIENT_ID ?? FACEBOOK_CLIENT_ID);

/** The accounts that may vote on surveys for everyone. */
export function votersOf(set: Variables): VoterPolicy {
  if (set.VOTERS === "confirmed" && provesNoAddress(set))
    throw new OperatorError(
      "VOTERS=confirmed needs SMTP_URL or sign-in with a provider: people prove their address before they vote.",
    );
  return set.VOTERS;
}

/** The people who may create an account. Where the address decides, it has to be proven: by email, or by a provider. */
export function registrationOf(set: Variables): Registration {
  const registration = readRegistration(set.REGISTRATION);
  if (["domains", "invited"].includes(registration.kind) && provesNoAddress(set))
    throw new OperatorError(
      "REGISTRATION needs SMTP_URL or sign-in with a provider: people prove their address before they get an account.",
    );
  return registration;
}

/** The number of days without use after which accounts are deleted; null: never. */
export function inactiveDaysOf({ INACTIVE_DAYS, SMTP_URL, NODE_ENV }: Variables): number | null {
  if (INACTIVE_DAYS !== undefined && NODE_ENV === "production" && !SMTP_URL)
    throw new OperatorError("INACTIVE_DAYS needs SMTP_URL: accounts are deleted only after two emails.");
  return INACTIVE_DAYS ?? null;
}

/** Settings that a self-resetting demo can't have, with the reasons. */
const NOT_IN_RESETTING_DEMO = {
  DATABASE_URL: "its data is a folder in DATA_DIR, which is thrown away",
  S3_BUCKET: "its images are in a folder in DATA_DIR, which is thrown away",
  SMTP_URL: "a public demo sends no email",
  STRIPE_SECRET_KEY: "a public demo takes no money",
  GOOGLE_CLIENT_ID: "everyone is an admin there, and sees all accounts",
  FACEBOOK_CLIENT_ID: "everyone is an admin there, and sees all accounts",
  OIDC_ISSUER: "everyone is an admin there, and sees all accounts",
  BREACHED_PASSWORDS_URL: "a public demo sends nothing to other servers",
  ADMIN_EMAIL: "everyone is an admin there",
  RETENTION_DAYS: "nothing in it grows so old",
  INACTIVE_DAYS: "nothing in it grows so old",
  METRICS_PORT: "two of its apps run for a moment, and only one can have the port",
} as const satisfies Partial<Record<keyof Variables, string>>;

/** The number of minutes after which the demo resets itself; null: never. */
export function demoResetMinutesOf(set: Variables, demo: boolean): number | null {
  if (set.DEMO_RESET_MINUTES === undefined) return null;
  if (!demo)
    throw new OperatorError(
      "DEMO_RESET_MINUTES needs the demo: leave out DEMO=0, and set NODE_ENV to development, with HOST and PUBLIC_URL for others to reach it.",
    );
  const reasons = Object.entries(NOT_IN_RESETTING_DEMO)
    .filter(([name]) => set[name as keyof Variables] !== undefined)
    .map(([name, reason]) => `${name} can't be set together with DEMO_RESET_MINUTES: ${reason}.`);
  if (reasons.length > 0) throw new OperatorError(reasons.join("\n"));
  return set.DEMO_RESET_MINUTES;
}

/** A bucket with S3's protocol, for images. */
export interface BucketSettings {
  /** The service's URL, without the bucket. */
  endpoint: string;
  region: string;
  name: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket's name is in the path instead of in the host. */
  isPathStyle: boolean;
}

export function bucketOf(set: Variables): BucketSettings | null {
  const { S3_BUCKET: name, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = set;
  const { S3_REGION: region, S3_ENDPOINT: endpoint = `https://s3.${region}.amazonaws.com` } = set;
  if (name && accessKeyId && secretAccessKey)
    return { endpoint, region, name, accessKeyId, secretAccessKey, isPathStyle: set.S3_PATH_STYLE === "on" };
  if (name || accessKeyId || secretAccessKey || set.S3_ENDPOINT)
    throw new OperatorError("S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set all or none.");
  return null;
}

/** The API's address, and the origins whose pages may call it. */
interface ApiAddress {
  /**
   * The absolute base URL of all endpoints, ending in /api, on another host of the same site; null: under `publicUrl`.
   */
  apiBase: string | null;
  /** Other origins whose pages may call the API with cookies. */
  corsOrigins: string[];
}

export function apiOf(set: Variables, { origin, protocol, hostname }: URL): ApiAddress {
  const corsOrigins = set.CORS_ORIGINS;
  const api = new URL(set.API_BASE ?? `${origin}/api`);
  // Browsers send the cookies of a sign-in within one site only: the same scheme, and hosts of one domain.
  if (api.protocol !== protocol || registrableDomainOf(api.hostname) !== registrableDomainOf(hostname))
    throw new OperatorError(
      "API_BASE must be of the same site as PUBLIC_URL: the same scheme, and hosts of one domain.",
    );
  if (api.origin !== origin && !corsOrigins.includes(origin))
    throw new OperatorError(
      `CORS_ORIGINS must have ${origin} in it, as API_BASE is of another origin than PUBLIC_URL.`,
    );
  return { apiBase: api.origin === origin ? null : api.href, corsOrigins };
}

export function firstAdminOf({ ADMIN_EMAIL, ADMIN_PASSWORD: password }: Variables) {
  if (ADMIN_EMAIL && password) return { email: email.parse(ADMIN_EMAIL), password };
  if (ADMIN_EMAIL || password)
    throw new OperatorError("ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.");
  return null;
}

/** Our client credentials at an OIDC provider. */
export interface OAuthClient {
  id: string;
  secret: string;
}

export function oauthClientOf(name: string, id: string | undefined, secret: string | undefined): OAuthClient | null {
  if (id && secret) return { id, secret };
  if (id || secret)
    throw new OperatorError(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together: set both or neither.`);
  return null;
}

/** The claim by which an organization's provider decides the roles of its users. */
interface RoleClaim {
  claim: string;
  /** The value that makes a user an admin; null if none does. */
  admin: string | null;
  surveyor: string | null;
}

/** An organization's own OpenID provider, and its rules. */
export interface OrganizationSignIn {
  issuer: string;
  client: OAuthClient;
  /** As shown on the button. */
  name: string;
  /** Whether it is the only way to sign in: no passwords and no other providers. */
  isOnly: boolean;
  /** The domains of the email addresses that may sign in, in lower case; empty: all. */
  domains: string[];
  /** Null: admins decide the roles here. */
  roles: RoleClaim | null;
  /** The scopes requested from the provider, including `openid`. */
  scopes: string[];
  /** Whether LogOut ends the provider's session too. */
  endsSession: boolean;
}

export function organizationOf(set: Variables): OrganizationSignIn | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret, OIDC_ROLE_CLAIM: claim } = set;
  const { OIDC_ADMIN_ROLE: admin = null, OIDC_SURVEYOR_ROLE: surveyor = null } = set;
  const isOnly = set.OIDC_ONLY === "on";
  if (!(issuer && id && secret)) {
    if (issuer || id || secret)
      throw new OperatorError("OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all or none.");
    if (isOnly) throw new OperatorError("OIDC_ONLY=on needs OIDC_ISSUER, or no one could sign in.");
    return null;
  }
  if (Boolean(claim) !== Boolean(admin ?? surveyor))
    throw new OperatorError(
      "OIDC_ROLE_CLAIM belongs together with OIDC_ADMIN_ROLE or OIDC_SURVEYOR_ROLE: set both or neither.",
    );
  const roles = claim ? { claim, admin, surveyor } : null;
  return {
    issuer,
    client: { id, secret },
    name: set.OIDC_NAME,
    isOnly,
    domains: set.OIDC_DOMAINS,
    roles,
    scopes: set.OIDC_SCOPES.split(/\s+/),
    endsSession: set.OIDC_SIGN_OUT === "provider",
  };
}

/** Our keys at Stripe. */
export interface StripeKeys {
  secret: string;
  publishable: string;
  /** The secret with which Stripe signs webhooks. */
  webhook: string;
}

export function stripeOf(set: Variables): StripeKeys | null {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable, STRIPE_WEBHOOK_SECRET: webhook } = set;
  if (secret && publishable && webhook) return { secret, publishable, webhook };
  if (secret || publishable || webhook)
    throw new OperatorError(
      "STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET belong together: set all or none.",
    );
  return null;
}
