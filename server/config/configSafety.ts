import type { ReviewPolicy, SurveyorPolicy } from "@survey-app/contract/ballots/askingPolicies.ts";
import { serverUrls } from "../database/postgres/primary.ts";

/** The environment variables to check. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Words of examples and manuals, which get into production by copying. */
const PLACEHOLDER =
  /change.?(me|this|it)|replace.?(me|this)|placeholder|example|your.?(own)?.?(session)?.?secret|insert.?here|to.?do|password|passw0rd|qwerty|letmein|random.?characters/i;

/** Settings that are secrets, besides those whose URLs contain a password. */
const SECRETS = [
  "GOOGLE_CLIENT_SECRET",
  "FACEBOOK_CLIENT_SECRET",
  "OIDC_CLIENT_SECRET",
  "STRIPE_WEBHOOK_SECRET",
  "S3_SECRET_ACCESS_KEY",
] as const;

/** A text with fewer different characters is not random: 32 hexadecimal digits have 14 on average. */
const DISTINCT_MIN = 8;

/** The reasons why this environment is unsafe for production: sentences without their full stop; none if it is safe. */
export function unsafeSettings(given: Environment): string[] {
  return [
    ...unsafeSessionSecret(given.SESSION_SECRET),
    ...unsafePublicUrl(given.PUBLIC_URL),
    ...unsafeApi(given),
    ...unsafeBreachedList(given.BREACHED_PASSWORDS_URL),
    ...(given.OIDC_ISSUER?.startsWith("http:")
      ? ["OIDC_ISSUER must begin with https: in production, or others can sign in as your users"]
      : []),
    ...unsafePasswords(given),
    ...unsafeStripe(given),
    ...(given.DEMO === "1" ? ["DEMO=1 is not allowed in production: demo accounts are public knowledge"] : []),
    ...(given.LIMITS === "off" ? ["LIMITS=off is not allowed in production: it is for measurements"] : []),
  ];
}

/** The reasons why a leaked secret is still in use, in the form of `unsafeSettings`. */
export function leakedInUse({
  SESSION_SECRET,
  SESSION_SECRET_OLD = "",
  SESSION_SECRET_LEAKED = "",
}: Environment): string[] {
  const accepted = [SESSION_SECRET, ...SESSION_SECRET_OLD.split(",")].map((secret) => secret?.trim());
  const isUsed = SESSION_SECRET_LEAKED.split(",").some(
    (secret) => secret.trim() !== "" && accepted.includes(secret.trim()),
  );
  return isUsed
    ? [
        "SESSION_SECRET_LEAKED has a secret that is still accepted: remove it from SESSION_SECRET_OLD, and set a new SESSION_SECRET (openssl rand -hex 32)",
      ]
    : [];
}

function unsafeSessionSecret(secret: string | undefined): string[] {
  if (secret === undefined)
    return ["SESSION_SECRET must be set in production, to at least 32 random characters (openssl rand -hex 32)"];
  // `readConfig` rejects shorter secrets everywhere.
  if (secret.length < 32 || !isGuessable(secret)) return [];
  return ["SESSION_SECRET can be guessed: production needs random characters (openssl rand -hex 32)"];
}

/** Whether a text is from an example, repeats itself, or consists mainly of alphabetic sequences. */
function isGuessable(secret: string): boolean {
  if (PLACEHOLDER.test(secret) || new Set(secret).size < DISTINCT_MIN || /^(.+?)\1+.{0,3}$/s.test(secret)) return true;
  const codes = [...secret].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).filter((code, index) => Math.abs(code - (codes[index] ?? 0)) === 1).length;
  return steps > codes.length / 2;
}

function unsafePublicUrl(address: string | undefined): string[] {
  if (address === undefined) return ["PUBLIC_URL must be set in production, to the URL that users open"];
  if (!isUnprotected(address)) return [];
  return ["PUBLIC_URL must begin with https: in production, or passwords and cookies are sent unencrypted"];
}

function unsafeApi({ API_BASE, CORS_ORIGINS = "" }: Environment): string[] {
  const unprotected = CORS_ORIGINS.split(",").filter((each) => isUnprotected(each.trim()));
  return [
    ...(isUnprotected(API_BASE)
      ? ["API_BASE must begin with https: in production, or passwords are sent unencrypted"]
      : []),
    ...(unprotected.length > 0
      ? ["CORS_ORIGINS must begin with https: in production, or an attacker on the network can act as these pages"]
      : []),
  ];
}

function unsafeBreachedList(address: string | undefined): string[] {
  if (!isUnprotected(address)) return [];
  return [
    "BREACHED_PASSWORDS_URL must begin with https: in production, or an attacker on the network can read and forge its responses",
  ];
}

export function isOnThisMachine(url: URL | null): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url?.hostname ?? "");
}

/** Whether requests to this URL leave the machine unencrypted. */
function isUnprotected(address: string | undefined): boolean {
  const url = URL.parse(address ?? "");
  return url?.protocol === "http:" && !isOnThisMachine(url);
}

function unsafePasswords(given: Environment): string[] {
  const weak = SECRETS.filter((name) => PLACEHOLDER.test(given[name] ?? ""));
  const addresses = ["DATABASE_URL", "SMTP_URL"].filter((name) => {
    // A database URL may name several servers.
    const password = URL.parse(serverUrls(given[name] ?? "")[0] ?? "")?.password ?? "";
    return PLACEHOLDER.test(password);
  });
  return [
    ...weak.map((name) => `${name} is an example value: production needs a real one`),
    ...addresses.map((name) => `${name} contains an example password: production needs its own`),
    // A long password may contain such a word among others.
    ...(PLACEHOLDER.test(given.ADMIN_PASSWORD ?? "") && (given.ADMIN_PASSWORD?.length ?? 0) < 20
      ? ["ADMIN_PASSWORD is easy to guess: choose another"]
      : []),
  ];
}

/** In Stripe's test mode anyone can buy a membership with a card number from its documentation. */
function unsafeStripe(given: Environment): string[] {
  return ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"]
    .filter((name) => /^[a-z]+_test_/.test(given[name] ?? ""))
    .map((name) => `${name} is a test key, which charges no real money: production needs the live key`);
}

/** The settings that are safe on their own but doubtful in some combinations. */
interface Combined {
  publicUrl: string;
  trustProxy: number;
  surveyReview: ReviewPolicy;
  surveyors: SurveyorPolicy;
  smtpUrl: string | null;
}

/** Warnings, printed at the start, about settings that are safe but rarely intended. */
export function doubtfulSettings({ publicUrl, trustProxy, surveyReview, surveyors, smtpUrl }: Combined): string[] {
  const isShared = publicUrl.startsWith("https:") && trustProxy === 0;
  // Invitations quote the title, which an admin has usually read.
  const isRelay = surveyReview === "off" && surveyors === "everyone" && smtpUrl !== null;
  return [
    ...(isShared ? ["TRUST_PROXY is 0: visitors who come through the same proxy share its rate limits."] : []),
    ...(isRelay
      ? [
          "SURVEY_REVIEW is off and SURVEYORS is everyone: everyone with an account can email invitations with a text of their own to any addresses.",
        ]
      : []),
  ];
}
