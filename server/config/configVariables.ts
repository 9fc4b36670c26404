import { readFileSync } from "node:fs";
import {
  reviewPolicy,
  surveyorPolicy,
  unlistedPolicy,
  voterPolicy,
} from "@survey-app/contract/ballots/askingPolicies.ts";
import { FOOTER_LINKS_UNSET } from "@survey-app/contract/pageSettings.ts";
import { PASSWORD_SENT_MAX } from "@survey-app/contract/session/session.ts";
import { PRODUCT } from "@survey-app/contract/sharing/siteLook.ts";
import { DELETED_DOMAIN } from "@survey-app/contract/text/deletedAddress.ts";
import { email, newEmail } from "@survey-app/contract/text/text.ts";
import { isLanguage, offeredLanguages, SOURCE_LANGUAGE } from "@survey-app/texts/languages.ts";
import * as z from "zod/mini";
import { readAccent } from "./accent.ts";
import {
  areDomains,
  areOrigins,
  areScopes,
  hasReadableFiles,
  isApiBase,
  isCertificateFile,
  isHttpsUrl,
  isHttpUrl,
  isIssuer,
  isOrigin,
  isPlainHttpUrl,
  isPostgresUrl,
  isRegistration,
  isSmtpUrl,
  isTextFile,
  readDomains,
  splitList,
  TEXT_MAX_KB,
  withAsciiDomain,
} from "./configFormats.ts";
import { readLogo } from "./siteLogo.ts";

/** Each worker opens its own connections to the database; a machine with more cores needs several instances anyway. */
const WORKERS_MAX = 64;

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
const list = (test: Test, message: string) => z.pipe(z._default(text(test, message), ""), z.transform(splitList));

/** An https URL that pages link to. */
const link = (name: string, fallback: string) =>
  z._default(text(isHttpsUrl, `${name} must be an https URL, like ${fallback}`), fallback);

/** The path of a file; becomes its content. */
const file = (test: Test, message: string) =>
  z.optional(
    z.pipe(
      text(test, message),
      z.transform((path: string) => readFileSync(path, "utf8")),
    ),
  );

const textFile = (name: string) =>
  file(isTextFile, `${name} must be the path of a Markdown file that this user can read, of at most ${TEXT_MAX_KB} kB`);

/**
 * A text that `read` turns into a value. If it can't, it returns the reason, as the end of a sentence after the
 * setting's name.
 */
const readBy = <T extends object>(name: string, read: (text: string) => T | string) =>
  z.optional(
    z.pipe(
      z.string(),
      z.transform((given: string, { issues }) => {
        const value = read(given);
        if (typeof value !== "string") return value;
        issues.push({ code: "custom", input: given, message: `${name} ${value}` });
        return z.NEVER;
      }),
    ),
  );

const onOff = (name: string, fallback: "on" | "off" = "on") =>
  z._default(z.enum(["on", "off"], `${name} must be on or off`), fallback);

/** The settings in the environment, each with its form. */
export const variables = z.object({
  NODE_ENV: z._default(
    z.enum(["development", "test", "production"], "NODE_ENV must be development, test or production"),
    "development",
  ),
  PORT: whole("PORT", 0, 65_535, 3000),
  HOST: z.optional(z.string().check(z.minLength(1, "HOST must not be empty"))),
  DATA_DIR: z._default(z.string().check(z.minLength(1, "DATA_DIR must not be empty")), "./data"),
  DATABASE_URL: z.optional(
    text(isPostgresUrl, "DATABASE_URL must be a postgres:// URL").check(
      z.refine(
        hasReadableFiles,
        "DATABASE_URL names a file that can't be read: sslrootcert must be a PEM file with your provider's CA certificates, " +
          "sslcert and sslkey those of a client",
      ),
    ),
  ),
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
  S3_ENDPOINT: optional(isPlainHttpUrl, "S3_ENDPOINT must be an http(s) URL without credentials and query"),
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
  SITE_NAME: z._default(
    text(
      // No characters with a special meaning in Markdown, HTML or email headers.
      /^(?! )[\p{L}\p{M}\p{N} .,'’&!?+·()–—-]{1,40}(?<! )$/u,
      "SITE_NAME must be a name of at most 40 letters, digits, spaces and usual punctuation",
    ),
    PRODUCT,
  ),
  SITE_LOGO: readBy("SITE_LOGO", readLogo),
  SITE_COLOR: readBy("SITE_COLOR", readAccent),
  EMBED_ORIGINS: z.pipe(
    z._default(
      text(
        (origins) => origins === "all" || areOrigins(origins),
        "EMBED_ORIGINS must be all, or origins separated by commas, like https://news.example, without a slash at the end",
      ),
      "all",
    ),
    z.transform((origins) => (origins === "all" ? null : splitList(origins))),
  ),
  DEMO: z.optional(z.enum(["0", "1"], "DEMO must be 0 or 1")),
  // A shorter time doesn't leave anyone time to try things; the retention of data counts in days.
  DEMO_RESET_MINUTES: z.optional(wholeNumber("DEMO_RESET_MINUTES", 5, 1440)),
  ADMIN_EMAIL: optional(
    (address) => newEmail.safeParse(address).success,
    `ADMIN_EMAIL must be an email address, and not at ${DELETED_DOMAIN}`,
  ),
  ADMIN_PASSWORD: z.optional(
    z
      .string()
      .check(
        z.minLength(10, "ADMIN_PASSWORD must have at least 10 characters"),
        z.maxLength(PASSWORD_SENT_MAX, `ADMIN_PASSWORD must have at most ${PASSWORD_SENT_MAX} characters`),
      ),
  ),
  SURVEY_REVIEW: z._default(reviewPolicy, "listed"),
  SURVEYORS: z._default(surveyorPolicy, "request"),
  ASK_UNLISTED: z.optional(unlistedPolicy),
  VOTERS: z._default(voterPolicy, "accounts"),
  DEFAULT_LANGUAGE: z._default(
    z.enum(offeredLanguages, `DEFAULT_LANGUAGE must be one of ${offeredLanguages.join(", ")}`),
    SOURCE_LANGUAGE,
  ),
  LANGUAGES: z.pipe(
    z._default(
      text(
        (list) => splitList(list).every(isLanguage),
        `LANGUAGES must be some of ${offeredLanguages.join(", ")}, separated by commas`,
      ),
      offeredLanguages.join(","),
    ),
    z.transform((list) => splitList(list).filter(isLanguage)),
  ),
  REGISTRATION: z._default(
    text(
      isRegistration,
      "REGISTRATION must be open, invited, closed, or domains: and domains in lower case separated by commas, like domains:example.org",
    ),
    "open",
  ),
  // Open-link surveys forget their voters after 30 days anyway, and emails about results wait for at most three days.
  RETENTION_DAYS: z.optional(wholeNumber("RETENTION_DAYS", 30, 36_500)),
  INACTIVE_DAYS: z.optional(wholeNumber("INACTIVE_DAYS", 90, 36_500)),
  LIMITS: onOff("LIMITS"),
  LIMITS_FACTOR: whole("LIMITS_FACTOR", 1, 20, 1),
  TRUST_PROXY: whole("TRUST_PROXY", 0, 10, 0),
  SESSION_SECRET: z.optional(z.string().check(z.minLength(32, "SESSION_SECRET must have at least 32 characters"))),
  SESSION_SECRET_OLD: list(
    (secrets) => splitList(secrets).every((secret) => secret.length >= 32),
    "SESSION_SECRET_OLD must be former values of SESSION_SECRET, separated by commas",
  ),
  SESSION_SECRET_LEAKED: list(
    (secrets) => splitList(secrets).every((secret) => secret.length >= 32),
    "SESSION_SECRET_LEAKED must be values of SESSION_SECRET that others may know, separated by commas",
  ),
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
  OIDC_DOMAINS: z.pipe(
    z._default(
      text(areDomains, "OIDC_DOMAINS must be domains in lower case separated by commas, like company.example"),
      "",
    ),
    z.transform(readDomains),
  ),
  OIDC_ROLE_CLAIM: z.optional(z.string()),
  OIDC_SCOPES: z._default(
    z
      .string()
      .check(
        z.refine(
          areScopes,
          "OIDC_SCOPES must be scopes separated by blanks, with openid among them, like: openid email profile groups",
        ),
      ),
    "openid email profile",
  ),
  OIDC_SIGN_OUT: z._default(z.enum(["here", "provider"], "OIDC_SIGN_OUT must be here or provider"), "here"),
  OIDC_ADMIN_ROLE: z.optional(z.string()),
  OIDC_SURVEYOR_ROLE: z.optional(z.string()),
  ADMIN_SECOND_FACTOR: onOff("ADMIN_SECOND_FACTOR", "off"),
  SMTP_URL: optional(isSmtpUrl, "SMTP_URL must be a URL like smtps://user:password@mail.example:465"),
  SMTP_CA: file(
    isCertificateFile,
    `SMTP_CA must be the path of a PEM file with certificates that this user can read, of at most ${TEXT_MAX_KB} kB`,
  ),
  STRIPE_SECRET_KEY: optional(/^(sk|rk)_(test|live)_\w+$/, "STRIPE_SECRET_KEY must be a Stripe secret key"),
  STRIPE_PUBLISHABLE_KEY: optional(/^pk_(test|live)_\w+$/, "STRIPE_PUBLISHABLE_KEY must be a Stripe publishable key"),
  STRIPE_WEBHOOK_SECRET: optional(/^whsec_\w+$/, "STRIPE_WEBHOOK_SECRET must be a Stripe webhook signing secret"),
  WEBHOOK_ALLOW_PRIVATE: onOff("WEBHOOK_ALLOW_PRIVATE", "off"),
  BREACHED_PASSWORDS_URL: optional(
    isPlainHttpUrl,
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
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(isHttpUrl, "OTEL_EXPORTER_OTLP_ENDPOINT must be an http(s) URL"),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(isHttpUrl, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be an http(s) URL"),
  MAIL_FROM: z.pipe(
    optionalEmail("MAIL_FROM"),
    z.transform((address) => address && withAsciiDomain(address)),
  ),
  CONTACT_EMAIL: optionalEmail("CONTACT_EMAIL"),
  PRIVACY_FILE: textFile("PRIVACY_FILE"),
  TERMS_FILE: textFile("TERMS_FILE"),
  ACCESSIBILITY_FILE: textFile("ACCESSIBILITY_FILE"),
  SOCIAL_URL: link("SOCIAL_URL", FOOTER_LINKS_UNSET.social),
  PROFESSIONAL_URL: link("PROFESSIONAL_URL", FOOTER_LINKS_UNSET.professional),
  CODE_URL: link("CODE_URL", FOOTER_LINKS_UNSET.code),
  SECURITY_CONTACT: optional(
    // Spaces and line breaks must not get into security.txt.
    /^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]+\S*)$/,
    "SECURITY_CONTACT must be a mailto: or https: address",
  ),
});

export type Variables = z.infer<typeof variables>;
