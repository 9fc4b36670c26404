import { UNTRUSTED_AUTHORITY } from "../untrustedAuthority.ts";

/** The fields that errors of node-postgres, Node's TLS and PostgreSQL have. */
interface Failure {
  code?: string;
  message?: string;
}

const isCode =
  (...codes: string[]) =>
  ({ code = "" }: Failure) =>
    codes.includes(code);
const says =
  (pattern: RegExp) =>
  ({ message = "" }: Failure) =>
    pattern.test(message);

/**
 * Sentences that say what is wrong with a database and what to do about it; the first row that matches counts.
 * `{message}` is the failure's own message.
 */
const sentences: readonly [matches: (failure: Failure) => boolean, sentence: string][] = [
  [
    isCode(...UNTRUSTED_AUTHORITY),
    "The database's certificate is from an authority that is not trusted: download your provider's CA certificate, and name the file in DATABASE_URL: …?sslmode=verify-full&sslrootcert=/path/to/ca.pem",
  ],
  [
    isCode("ERR_TLS_CERT_ALTNAME_INVALID"),
    "The database's certificate is for another name ({message}): use a name in DATABASE_URL that it lists.",
  ],
  [isCode("CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"), "The database's certificate is not valid now: renew it there."],
  [
    says(/does not support SSL/),
    "The database server doesn't offer TLS: set up TLS there, or remove sslmode from DATABASE_URL if the network is your own.",
  ],
  [
    ({ code = "", message = "" }) => code === "28000" && /no encryption/.test(message),
    "The database accepts only connections with TLS: add ?sslmode=verify-full to DATABASE_URL, and your provider's CA file as &sslrootcert=/path/to/ca.pem.",
  ],
  [
    says(/requires a valid client certificate|certificate required/i),
    "The database wants a client certificate: name its files in DATABASE_URL: …&sslcert=/path/to/client.pem&sslkey=/path/to/client.key",
  ],
  [
    ({ code = "" }) => code === "EPROTO" || /^ERR_(SSL|OSSL)_/.test(code),
    "The TLS connection to the database failed ({message}): check the port, sslmode and the certificate files in DATABASE_URL.",
  ],
  [
    says(/^SASL: .*password must be a/),
    "The database wants a password: put it into DATABASE_URL, with special characters percent-encoded (@ as %40).",
  ],
  [
    says(/unsupported startup parameter/),
    "PgBouncer rejects the connection ({message}): set ignore_startup_parameters = statement_timeout, options in its configuration.",
  ],
  [
    ({ code }) => code === "53300",
    "The database has no free connection ({message}): lower DATABASE_CONNECTIONS, or raise max_connections there.",
  ],
  [
    ({ code }) => code === "25006",
    "The database server at DATABASE_URL is a standby, or read-only: name the primary, or all servers separated by commas.",
  ],
  [
    ({ code = "", message = "" }) =>
      (code === "42501" && /schema public/.test(message)) ||
      (code === "3F000" && /no schema has been selected/.test(message)),
    "The database's user can't create tables in the schema public ({message}): make it the owner of the database, or run there: grant usage, create on schema public to USER",
  ],
  [
    ({ code = "", message = "" }) => code === "42501" && /create extension/.test(message),
    "The database's user can't create the extension pg_trgm ({message}): make it the owner of the database, or create the extension there as an administrator: create extension pg_trgm",
  ],
  [
    says(/extension "?\w+"? is not available|could not open extension control file/),
    "The database server lacks the extension pg_trgm, which is part of PostgreSQL's contrib ({message}): install that there.",
  ],
  [
    ({ code = "", message = "" }) => code === "42501" && /must be (able to|owner)/.test(message),
    "The tables belong to another database user ({message}): use that one in DATABASE_URL, or make this one their owner.",
  ],
];

/**
 * The sentence with which the start or a command fails because of the database at `DATABASE_URL`; null for other
 * failures.
 */
export function databaseFailureSentence(error: unknown): string | null {
  const failure = (error ?? {}) as Failure;
  const found = sentences.find(([matches]) => matches(failure))?.[1];
  return found?.replace("{message}", (failure.message ?? "").replace(/\.$/, "")) ?? null;
}
