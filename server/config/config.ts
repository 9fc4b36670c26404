import { resolve } from "node:path";
import type { DemoReset } from "@survey-app/contract/pageSettings.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import { OperatorError } from "../database/operatorError.ts";
import {
  apiOf,
  bucketOf,
  demoResetMinutesOf,
  firstAdminOf,
  inactiveDaysOf,
  oauthClientOf,
  organizationOf,
  registrationOf,
  stripeOf,
  votersOf,
  workersOf,
} from "./configGroups.ts";
import { leakedInUse, unsafeSettings } from "./configSafety.ts";
import { variables } from "./configVariables.ts";
import { misspelledSettings } from "./misspelledSettings.ts";
import { readSecretFiles, secretFiles } from "./secretFiles.ts";

export type Config = ReturnType<typeof readConfig>;

/** The destination of log lines. */
export interface LogSink {
  write(line: string): void;
}

/** The settings of the app: without those that only the start needs, and with the session secret. */
export type AppConfig = Omit<
  Config,
  | "isProduction"
  | "misspelled"
  | "port"
  | "host"
  | "workers"
  | "firstAdmin"
  | "drainSeconds"
  | "sessionSecret"
  | "demoResetMinutes"
> & {
  sessionSecret: string;
  /** When the demo resets itself; null if it doesn't, or if this isn't a demo. */
  demoReset: DemoReset | null;
  /** The log's destination; standard output by default. */
  logTo?: LogSink;
  /** Whether to serve the built pages; HTTP tests don't need them. */
  pages: boolean;
};

/** Whether npm runs this command and has already written lines of its own to standard output. */
export function isAnnouncedByNpm(command: string, env: Record<string, string | undefined> = process.env): boolean {
  const levels = [env.npm_config_loglevel, env.NPM_CONFIG_LOGLEVEL];
  return env.npm_lifecycle_event === command && !levels.includes("silent");
}

/**
 * Reads and validates the whole environment.
 * @throws {OperatorError} with one line for each invalid setting, which names the variable
 */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  // Compose files and shells pass unset variables as empty ones.
  const filled = Object.entries(env).filter(([, value]) => value !== undefined && value !== "");
  const given = readSecretFiles(Object.fromEntries(filled));
  const parsed = variables.safeParse(given);
  const wrong = [
    ...(parsed.error?.issues.map((issue) => issue.message) ?? []),
    ...leakedInUse(given),
    ...(given.NODE_ENV === "production" ? unsafeSettings(given) : []),
  ];
  if (wrong.length > 0 || !parsed.success) throw new OperatorError(wrong.map((sentence) => `${sentence}.`).join("\n"));
  const set = parsed.data;
  const isProduction = set.NODE_ENV === "production";
  // Demo accounts and surveys in an empty database; never in production.
  const demo = !isProduction && set.DEMO !== "0";
  const publicUrl = new URL(set.PUBLIC_URL ?? `http://localhost:${set.PORT}`);
  return {
    isProduction,
    /** Sentences about variables that are ignored, but may be meant as settings. */
    misspelled: misspelledSettings(Object.keys(given), [...Object.keys(variables.shape), ...secretFiles]),
    port: set.PORT,
    // The demo accounts' password is public, so outside production only this machine can reach the server.
    host: set.HOST ?? (isProduction ? "0.0.0.0" : "127.0.0.1"),
    dataDir: resolve(set.DATA_DIR),
    /** A PostgreSQL URL; without one the database is a SQLite file under `dataDir`. */
    databaseUrl: set.DATABASE_URL ?? null,
    /** Processes that share the port; 1: only this one; `auto`: as many as fit (`countWorkers`). */
    workers: workersOf(set),
    /** The most connections to PostgreSQL of each process. */
    connections: set.DATABASE_CONNECTIONS,
    /** The bucket for images; null for the folder `images` under `dataDir`. */
    bucket: bucketOf(set),
    /** The public origin, without a trailing slash. It determines the links in emails and the cookies' security. */
    publicUrl: publicUrl.origin,
    ...apiOf(set, publicUrl),
    /** The origins whose pages may show surveys; null for all. */
    embedOrigins: set.EMBED_ORIGINS,
    /** The site's own name, logo and accent color; null for the app's own. */
    site: { name: set.SITE_NAME, logo: set.SITE_LOGO ?? null, accent: set.SITE_COLOR ?? null },
    demo,
    /** The number of minutes after which the demo resets itself; null: never. */
    demoResetMinutes: demoResetMinutesOf(set, demo),
    firstAdmin: firstAdminOf(set),
    /** Which new surveys an admin must review before they are published. */
    surveyReview: set.SURVEY_REVIEW,
    /** The accounts that may ask questions. */
    surveyors: set.SURVEYORS,
    /** Who may ask unlisted surveys: in a demo everyone, so that all can try it. */
    askUnlisted: set.ASK_UNLISTED ?? (demo ? "anyone" : "surveyors"),
    /** The accounts that may vote on surveys for everyone. */
    voters: votersOf(set),
    /** The languages that pages and emails can have, the default one first. */
    languages: [set.DEFAULT_LANGUAGE, ...set.LANGUAGES.filter((each) => each !== set.DEFAULT_LANGUAGE)] as [
      Language,
      ...Language[],
    ],
    /** The people who may create an account. */
    registration: registrationOf(set),
    /** The number of days after its end at which a survey's voter names are removed; null: never. */
    retentionDays: set.RETENTION_DAYS ?? null,
    /** The number of days without use after which accounts are deleted; null: never. */
    inactiveDays: inactiveDaysOf(set),
    limits: set.LIMITS === "on",
    /** The factor by which the limits of all people behind one address, or in one network, exceed the default. */
    limitsFactor: set.LIMITS_FACTOR,
    /** The number of proxies in front of the server that are trusted to forward the client's address. */
    trustProxy: set.TRUST_PROXY,
    /** Whether stand-ins replace providers and mail that are not configured: never in production. */
    sandbox: !isProduction,
    google: oauthClientOf("GOOGLE", set.GOOGLE_CLIENT_ID, set.GOOGLE_CLIENT_SECRET),
    facebook: oauthClientOf("FACEBOOK", set.FACEBOOK_CLIENT_ID, set.FACEBOOK_CLIENT_SECRET),
    oidc: organizationOf(set),
    /** Whether admins have their rights only after a sign-in with a second factor. */
    adminSecondFactor: set.ADMIN_SECOND_FACTOR === "on",
    stripe: stripeOf(set),
    /** The mail server's URL, smtp(s)://; null without one. */
    smtpUrl: set.SMTP_URL ?? null,
    /**
     * The certificate authorities that are trusted at the mail server instead of the public ones, as PEM; null without.
     */
    smtpCa: set.SMTP_CA ?? null,
    /** The sender's address of emails. */
    mailFrom: set.MAIL_FROM ?? `no-reply@${publicUrl.hostname}`,
    /** The support address: blocked users see it, and replies to emails go there. */
    contactEmail: set.CONTACT_EMAIL ?? null,
    /** Markdown of the privacy and terms pages; null for the default texts. */
    legalTexts: {
      privacy: set.PRIVACY_FILE ?? null,
      terms: set.TERMS_FILE ?? null,
      accessibility: set.ACCESSIBILITY_FILE ?? null,
    },
    /** The targets of the footer's three icons (specification §1). */
    footerLinks: { social: set.SOCIAL_URL, professional: set.PROFESSIONAL_URL, code: set.CODE_URL },
    /** pino's level. */
    logLevel: set.LOG_LEVEL ?? (isProduction ? "info" : "warn"),
    /** The address at which Prometheus reads the metrics; null to disable them. */
    metrics: set.METRICS_PORT === undefined ? null : { port: set.METRICS_PORT, host: set.METRICS_HOST },
    /** Whether spans are sent to an OpenTelemetry collector. */
    tracing: Boolean(set.OTEL_EXPORTER_OTLP_ENDPOINT ?? set.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT),
    /** The seconds for which the server keeps serving requests after a SIGTERM, while `/readyz` already returns 503. */
    drainSeconds: set.DRAIN_SECONDS,
    /**
     * Signs access tokens, unsubscribe links and challenges, and encrypts second factors; null only outside production,
     * where the start generates one in the data folder.
     */
    sessionSecret: set.SESSION_SECRET ?? null,
    /** Retired secrets, the newest first: tokens and links made with them stay valid. */
    formerSecrets: set.SESSION_SECRET_OLD,
    /**
     * Former secrets that others may know: nothing made with them is accepted, but stored hashes that were made with
     * them are still recognized.
     */
    leakedSecrets: set.SESSION_SECRET_LEAKED,
    /** The contact in `/.well-known/security.txt`: a mailto: or https: address. */
    securityContact: set.SECURITY_CONTACT ?? null,
    /** Whether webhooks may use http and reach private addresses. */
    webhookAllowPrivate: set.WEBHOOK_ALLOW_PRIVATE === "on",
    /** The URL of a list of breached passwords with the range protocol; null disables the check. */
    breachedPasswordsUrl: set.BREACHED_PASSWORDS_URL ?? null,
  };
}
