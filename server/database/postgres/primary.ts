import pg from "pg";
import { isUnavailable } from "../unavailable.ts";
import { databaseFailureSentence } from "./connectionFailure.ts";

/** The milliseconds within which a server must tell whether it accepts writes. */
const TIMEOUT_MS = 1000;
/** The least time between two failed searches, in milliseconds, so that many requests don't flood the servers. */
const PAUSE_MS = 200;
/** SQLSTATE `cannot_connect_now`: a retry can help. */
const NOT_NOW = "57P03";

/**
 * The server that accepts writes, among the one or several that `DATABASE_URL` names. A failover makes it another one.
 */
export interface Primary {
  /** Its URL, found by asking all servers unless it is known. Rejects if none accepts writes. */
  find(): Promise<string>;
  /** Call it when a connection to the server at this URL failed: the next `find` asks again. */
  forget(url: string): void;
  /** Checks a new connection. Rejects if its server does not accept writes, as after a failover. */
  requireWrites(client: pg.ClientBase, url: string): Promise<void>;
}

export function createPrimary(databaseUrl: string): Primary {
  const urls = serverUrls(databaseUrl);
  const [only = databaseUrl] = urls;
  // A single server doesn't have to be searched for, and its errors show if it is a standby.
  if (urls.length < 2) return { find: async () => only, forget() {}, async requireWrites() {} };

  let known: string | null = null;
  let search: Promise<string> | null = null;

  async function ask(): Promise<string> {
    try {
      // The first that answers: a server that stays silent must not delay the others.
      known = await Promise.any(urls.map(requireWritableServer));
      search = null;
      return known;
    } catch (error) {
      setTimeout(() => {
        search = null;
      }, PAUSE_MS).unref();
      const { errors } = error as AggregateError;
      throw errors.find(isMistake) ?? noneAccepts(urls, errors);
    }
  }

  const forget = (url: string) => {
    if (known === url) known = null;
  };
  return {
    async find() {
      if (known !== null) return known;
      search ??= ask();
      return search;
    },
    forget,
    async requireWrites(client, url) {
      if (await acceptsWrites(client)) return;
      forget(url);
      throw notNow("The database server does not accept writes any more");
    },
  };
}

/**
 * The URL of each server that `DATABASE_URL` names. Several are separated by commas, as for PostgreSQL's own tools:
 * `postgres://user:password@first:5432,second:5432/database`.
 */
export function serverUrls(databaseUrl: string): string[] {
  const [, before = "", hosts = "", after = ""] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(databaseUrl) ?? [];
  return hosts.split(",").map((host) => before + host + after);
}

async function requireWritableServer(url: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    if (!(await acceptsWrites(client))) throw notNow("a standby");
    return url;
  } finally {
    void client.end().catch(() => {});
  }
}

async function acceptsWrites(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>("show transaction_read_only");
  return rows[0]?.transaction_read_only === "off";
}

/** Whether an operator has to fix the error, such as a wrong password or an unknown authority: it isn't a failover. */
const isMistake = (error: { code?: string }): boolean =>
  /^(28|3D)/.test(error.code ?? "") || (databaseFailureSentence(error) !== null && !isUnavailable(error));

/** Creates an error that says for each server why it can't be used. */
function noneAccepts(urls: readonly string[], errors: readonly Error[]): Error {
  const reasons = urls.map((url, index) => `${new URL(url).host}: ${errors[index]?.message}`);
  return notNow(`No server of DATABASE_URL accepts writes (${reasons.join("; ")})`);
}

const notNow = (message: string) => Object.assign(new Error(message), { code: NOT_NOW });
