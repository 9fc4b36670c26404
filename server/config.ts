import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { PASSWORD_SENT_MAX } from "@survey-app/contract/session.ts";
import { type SurveyorPolicy, surveyorPolicy } from "@survey-app/contract/surveyorRequests.ts";
import { email } from "@survey-app/contract/text.ts";
import * as z from "zod/mini";
import { apiOf } from "./configApi.ts";
import { type BucketSettings, bucketOf } from "./configBucket.ts";
import {
  areOrigins,
  isApiBase,
  isIssuer,
  isLink,
  isOrigin,
  isPlainWeb,
  isPostgres,
  isSmtp,
  isTextFile,
  isWeb,
  listOf,
  TEXT_MAX_KB,
} from "./configFormats.ts";
import { type OrganizationSignIn, organizationOf } from "./configOrganization.ts";
import { unsafeSettings } from "./configSafety.ts";
import { WORKERS_MAX, workersOf } from "./configWorkers.ts";
import { OperatorError } from "./database/operatorError.ts";

/** Invalid settings, which prevent the start. The message has one line for each, which names the variable. */
export class ConfigError extends OperatorError {}

type Test = RegExp | ((text: string) => boolean);

const text = (test: Test, message: string) =>
  z.string().check(test instanceof RegExp ? z.regex(test, message) : z.refine(test, message));

const optional = (test: Test, message: string) => z.optional(text(test, message));

const wholeNumber = (name: string, min: number, max: number) =>
  z.pipe(
    text(
      (digits) => /^\d{1,9}$/.test(digits) && Number(digits) >= min && Number(digits) <= max,
      `${name} must be a whole number from ${min} to ${max}`,
    ),
    z.transform(Number),
  );

const whole = (name: string, min: number, max: number, fallback: number) =>
  z._default(wholeNumber(name, min, max), fallback);

const optionalEmail = (name: string) =>
  optional((address) => email.safeParse(address).success, `${name} must be an email address`);

/** A list separated by commas. */
const list = (test: Test, message: string) => z.pipe(z._default(text(test, message), ""), z.transform(listOf));

/** An https URL that pages link to. */
const link = (name: string, fallback: string) =>
  z._default(text(isLink, `${name} must be an https URL, like ${fallback}`), fallback);

/** The path of a text file; becomes its content. */
const textFile = (name: string) =>
  z.optional(
    z.pipe(
      text(isTextFile, `${name} must be the path of a Markdown file that exists, of at most ${TEXT_MAX_KB} kB`),
      z.transform((path: string) => readFileSync(path, "utf8")),
    ),
  );

const onOff = (name: string, fallback: "on" | "off" = "on") =>
  z._default(z.enum(["on", "off"], `${name} must be on or off`), fallback);

const environment = z.object({
  NODE_ENV: z._default(
    z.enum(["development", "test", "production"], "NODE_ENV must be development, test or production"),
    "development",
  ),
  PORT: whole("PORT", 0, 65_535, 3000),
  HOST: z.optional(z.string().check(z.minLength(1, "HOST must not be empty"))),
  DATA_DIR: z._default(z.string().check(z.minLength(1, "DATA_DIR must not be empty")), "./data"),
  DATABASE_URL: optional(isPostgres, "DATABASE_URL must be a postgres:// URL"),
  WORKERS: z._default(
    z.union(
      [z.literal("auto"), wholeNumber("WORKERS", 1, WORKERS_MAX)],
      `WORKERS must be auto or a whole number from 1 to ${WORKERS_MAX}`,
    ),
    1,
  ),
  DATABASE_CONNECTIONS: whole("DATABASE_CONNECTIONS", 6, 500, 16),
  S3_BUCKET: optional(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, "S3_BUCKET must be the name of a bucket"),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  S3_ENDPOINT: optional(isPlainWeb, "S3_ENDPOINT must be an http(s) URL without credentials and query"),
  S3_REGION: z._default(
    text(/^[\w-]{1,40}$/, "S3_REGION must be the name of a region, like eu-central-1"),
    "us-east-1",
  ),
  S3_PATH_STYLE: onOff("S3_PATH_STYLE"),
  PUBLIC_URL: optional(isOrigin, "PUBLIC_URL must be an http(s) URL without a path, like https://survey.example"),
  API_BASE: optional(
    isApiBase,
    "API_BASE must be an http(s) URL that ends in /api, like https://api.survey.example/api",
  ),
  CORS_ORIGINS: list(
    areOrigins,
    "CORS_ORIGINS must be origins separated by commas, like https://survey.example, without a slash at the end",
  ),
  EMBED_ORIGINS: z.pipe(
    z._default(
      text(
        (origins) => origins === "all" || areOrigins(origins),
        "EMBED_ORIGINS must be all, or origins separated by commas, like https://news.example, without a slash at the end",
      ),
      "all",
    ),
    z.transform((origins) => (origins === "all" ? null : listOf(origins))),
  ),
  DEMO: z.optional(z.enum(["0", "1"], "DEMO must be 0 or 1")),
  ADMIN_EMAIL: optionalEmail("ADMIN_EMAIL"),
  ADMIN_PASSWORD: z.optional(
    z
      .string()
      .check(
        z.minLength(10, "ADMIN_PASSWORD must have at least 10 characters"),
        z.maxLength(PASSWORD_SENT_MAX, `ADMIN_PASSWORD must have at most ${PASSWORD_SENT_MAX} characters`),
      ),
  ),
  SURVEY_REVIEW: onOff("SURVEY_REVIEW"),
  SURVEYORS: z._default(surveyorPolicy, "request"),
  LIMITS: onOff("LIMITS"),
  TRUST_PROXY: whole("TRUST_PROXY", 0, 10, 0),
  SESSION_SECRET: z.optional(z.string().check(z.minLength(32, "SESSION_SECRET must have at least 32 characters"))),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  FACEBOOK_CLIENT_ID: z.optional(z.string()),
  FACEBOOK_CLIENT_SECRET: z.optional(z.string()),
  OIDC_ISSUER: optional(isIssuer, "OIDC_ISSUER must be an https URL, like https://login.company.example"),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_NAME: z._default(
    z.string().check(z.maxLength(40, "OIDC_NAME must have at most 40 characters")),
    "your organization",
  ),
  OIDC_ONLY: onOff("OIDC_ONLY", "off"),
  OIDC_DOMAINS: list(
    (domains) => listOf(domains).every((domain) => /^([a-z\d-]+\.)+[a-z\d-]+$/.test(domain)),
    "OIDC_DOMAINS must be domains in lower case separated by commas, like company.example",
  ),
  OIDC_ROLE_CLAIM: z.optional(z.string()),
  OIDC_ADMIN_ROLE: z.optional(z.string()),
  OIDC_SURVEYOR_ROLE: z.optional(z.string()),
  ADMIN_SECOND_FACTOR: onOff("ADMIN_SECOND_FACTOR", "off"),
  SMTP_URL: optional(isSmtp, "SMTP_URL must be a URL like smtps://user:password@mail.example:465"),
  STRIPE_SECRET_KEY: optional(/^(sk|rk)_(test|live)_\w+$/, "STRIPE_SECRET_KEY must be a Stripe secret key"),
  STRIPE_PUBLISHABLE_KEY: optional(/^pk_(test|live)_\w+$/, "STRIPE_PUBLISHABLE_KEY must be a Stripe publishable key"),
  STRIPE_WEBHOOK_SECRET: optional(/^whsec_\w+$/, "STRIPE_WEBHOOK_SECRET must be a Stripe webhook signing secret"),
  WEBHOOK_ALLOW_PRIVATE: onOff("WEBHOOK_ALLOW_PRIVATE", "off"),
  BREACHED_PASSWORDS_URL: optional(
    isPlainWeb,
    "BREACHED_PASSWORDS_URL must be an http(s) URL without credentials and query",
  ),
  LOG_LEVEL: z.optional(
    z.enum(
      ["trace", "debug", "info", "warn", "error", "fatal", "silent"],
      "LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent",
    ),
  ),
  METRICS_PORT: z.optional(wholeNumber("METRICS_PORT", 0, 65_535)),
  METRICS_HOST: z._default(z.string(), "127.0.0.1"),
  DRAIN_SECONDS: whole("DRAIN_SECONDS", 0, 300, 0),
  // The exporter reads these two and the related variables itself.
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(isWeb, "OTEL_EXPORTER_OTLP_ENDPOINT must be an http(s) URL"),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(isWeb, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be an http(s) URL"),
  MAIL_FROM: optionalEmail("MAIL_FROM"),
  CONTACT_EMAIL: optionalEmail("CONTACT_EMAIL"),
  PRIVACY_FILE: textFile("PRIVACY_FILE"),
  TERMS_FILE: textFile("TERMS_FILE"),
  SOCIAL_URL: link("SOCIAL_URL", "https://www.facebook.com/"),
  PROFESSIONAL_URL: link("PROFESSIONAL_URL", "https://www.linkedin.com/"),
  CODE_URL: link("CODE_URL", "https://github.com/"),
  SECURITY_CONTACT: optional(
    // Spaces and line breaks must not get into security.txt.
    /^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]+\S*)$/,
    "SECURITY_CONTACT must be a mailto: or https: address",
  ),
});

/** Our client credentials at an OIDC provider. */
export interface OAuthClient {
  id: string;
  secret: string;
}

/** Our keys at Stripe. */
export interface StripeKeys {
  secret: string;
  publishable: string;
  /** The secret with which Stripe signs webhooks. */
  webhook: string;
}

export interface Config {
  isProduction: boolean;
  port: number;
  host: string;
  dataDir: string;
  /** A PostgreSQL URL; without one the database is a SQLite file under `dataDir`. */
  databaseUrl: string | null;
  /** Processes that share the port; 1: only this one. */
  workers: number;
  /** The most connections to PostgreSQL of each process. */
  connections: number;
  /** Where images are stored; null for the folder `images` under `dataDir`. */
  bucket: BucketSettings | null;
  /** The public origin, without a trailing slash. It determines the links in emails and the cookies' security. */
  publicUrl: string;
  /** The absolute base URL of all endpoints, ending in /api, on another host of the same site; null: under `publicUrl`. */
  apiBase: string | null;
  /** Other origins whose pages may call the API with cookies. */
  corsOrigins: string[];
  /** The origins whose pages may show surveys; null for all. */
  embedOrigins: string[] | null;
  /** Demo accounts and surveys in an empty database; never in production. */
  demo: boolean;
  firstAdmin: { email: string; password: string } | null;
  /** Whether an admin must publish new surveys. */
  surveyReview: boolean;
  /** Who may ask questions. */
  surveyors: SurveyorPolicy;
  limits: boolean;
  /** The number of proxies in front of the server that are trusted to forward the client's address. */
  trustProxy: number;
  /** Whether stand-ins replace providers and mail that are not configured: never in production. */
  sandbox: boolean;
  google: OAuthClient | null;
  facebook: OAuthClient | null;
  oidc: OrganizationSignIn | null;
  /** Whether admins have their rights only after a sign-in with a second factor. */
  adminSecondFactor: boolean;
  stripe: StripeKeys | null;
  /** The mail server's URL, smtp(s)://; null without one. */
  smtpUrl: string | null;
  /** The sender's address of emails. */
  mailFrom: string;
  /** The support address: blocked users see it, and replies to emails go there. */
  contactEmail: string | null;
  /** Markdown of the privacy and terms pages; null for the default texts. */
  legalTexts: { privacy: string | null; terms: string | null };
  /** The targets of the footer's three icons (spec §1). */
  footerLinks: { social: string; professional: string; code: string };
  /** pino's level. */
  logLevel: string;
  /** The address at which Prometheus reads the metrics; null to disable them. */
  metrics: { port: number; host: string } | null;
  /** Whether spans are sent to an OpenTelemetry collector. */
  tracing: boolean;
  /** How long the server keeps serving requests after a SIGTERM, while `/readyz` already returns 503, in seconds. */
  drainSeconds: number;
  /** Signs access tokens, unsubscribe links and challenges, and encrypts second factors; null only outside production, where the start generates one in the data folder. */
  sessionSecret: string | null;
  /** The contact in `/.well-known/security.txt`: a mailto: or https: address. */
  securityContact: string | null;
  /** The URL of a list of breached passwords with the range protocol; null disables the check. */
  breachedPasswordsUrl: string | null;
  /** Whether webhooks may use http and reach private addresses. */
  webhookAllowPrivate: boolean;
}

/** Reads and validates the whole environment. @throws {ConfigError} that names all invalid settings */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  // Compose files and shells pass unset variables as empty ones.
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = environment.safeParse(variables);
  const wrong = [
    ...(parsed.error?.issues.map((issue) => issue.message) ?? []),
    ...(variables.NODE_ENV === "production" ? unsafeSettings(variables) : []),
  ];
  if (wrong.length > 0 || !parsed.success) throw new ConfigError(wrong.map((sentence) => `${sentence}.`).join("\n"));
  const set = parsed.data;
  const isProduction = set.NODE_ENV === "production";
  if (Boolean(set.ADMIN_EMAIL) !== Boolean(set.ADMIN_PASSWORD)) {
    throw new ConfigError("ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.");
  }
  const oidc = orThrow(organizationOf(set));
  const workers = orThrow(workersOf(set));
  const bucket = orThrow(bucketOf(set));
  const publicUrl = new URL(set.PUBLIC_URL ?? `http://localhost:${set.PORT}`);
  const api = orThrow(apiOf(set, publicUrl));
  return {
    isProduction,
    port: set.PORT,
    // The demo accounts' password is public, so outside production only this machine can reach the server.
    host: set.HOST ?? (isProduction ? "0.0.0.0" : "127.0.0.1"),
    dataDir: resolve(set.DATA_DIR),
    databaseUrl: set.DATABASE_URL ?? null,
    workers,
    connections: set.DATABASE_CONNECTIONS,
    bucket,
    publicUrl: publicUrl.origin,
    ...api,
    embedOrigins: set.EMBED_ORIGINS,
    demo: !isProduction && set.DEMO !== "0",
    firstAdmin:
      set.ADMIN_EMAIL && set.ADMIN_PASSWORD
        ? { email: email.parse(set.ADMIN_EMAIL), password: set.ADMIN_PASSWORD }
        : null,
    surveyReview: set.SURVEY_REVIEW === "on",
    surveyors: set.SURVEYORS,
    limits: set.LIMITS === "on",
    trustProxy: set.TRUST_PROXY,
    sandbox: !isProduction,
    google: client("GOOGLE", set.GOOGLE_CLIENT_ID, set.GOOGLE_CLIENT_SECRET),
    facebook: client("FACEBOOK", set.FACEBOOK_CLIENT_ID, set.FACEBOOK_CLIENT_SECRET),
    oidc,
    adminSecondFactor: set.ADMIN_SECOND_FACTOR === "on",
    stripe: stripeKeys(set),
    smtpUrl: set.SMTP_URL ?? null,
    mailFrom: set.MAIL_FROM ?? `no-reply@${publicUrl.hostname}`,
    contactEmail: set.CONTACT_EMAIL ?? null,
    legalTexts: { privacy: set.PRIVACY_FILE ?? null, terms: set.TERMS_FILE ?? null },
    footerLinks: { social: set.SOCIAL_URL, professional: set.PROFESSIONAL_URL, code: set.CODE_URL },
    logLevel: set.LOG_LEVEL ?? (isProduction ? "info" : "warn"),
    metrics: set.METRICS_PORT === undefined ? null : { port: set.METRICS_PORT, host: set.METRICS_HOST },
    tracing: Boolean(set.OTEL_EXPORTER_OTLP_ENDPOINT ?? set.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT),
    drainSeconds: set.DRAIN_SECONDS,
    sessionSecret: set.SESSION_SECRET ?? null,
    securityContact: set.SECURITY_CONTACT ?? null,
    webhookAllowPrivate: set.WEBHOOK_ALLOW_PRIVATE === "on",
    breachedPasswordsUrl: set.BREACHED_PASSWORDS_URL ?? null,
  };
}

/** Throws the sentence that a function returned because its settings don't fit together. */
function orThrow<T>(result: T | string): T {
  if (typeof result === "string") throw new ConfigError(result);
  return result;
}

function client(name: string, id: string | undefined, secret: string | undefined): OAuthClient | null {
  if (id && secret) return { id, secret };
  if (id || secret)
    throw new ConfigError(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together: set both or neither.`);
  return null;
}

function stripeKeys(set: z.infer<typeof environment>): StripeKeys | null {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable, STRIPE_WEBHOOK_SECRET: webhook } = set;
  if (secret && publishable && webhook) return { secret, publishable, webhook };
  if (secret || publishable || webhook)
    throw new ConfigError(
      "STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET belong together: set all or none.",
    );
  return null;
}
