import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Between two tries to reach the database, in milliseconds: doubled up to the last. */
const RETRY_MS = { first: 100, last: 5000 };
/** A connection that died without a word is noticed after so long, in milliseconds. */
const PROBE_MS = 15_000;
const ANSWER_MS = 5000;

const CHANNEL = "survey_app_notices";

/** Short messages between the processes that share a database. */
export interface Notifications {
  /** At most 8 000 bytes. Rejects while there is no connection. */
  send(message: string): Promise<void>;
  close(): void;
}

export interface NotificationListener {
  /** Hears everybody's messages, one's own too. */
  onMessage(message: string): void;
  /** There is a connection, the first or a new one: what was said before it was missed. */
  onConnected(): void;
}

/** Opens a connection for notices, which is replaced whenever it is lost. */
export type ListenToNotifications = (listener: NotificationListener) => Notifications;

export function listenToPostgres(connectionString: string): ListenToNotifications {
  return (listener) => {
    const closing = new AbortController();
    let connection: pg.Client | null = null;

    /** Resolves when the connection that it made is over. */
    async function connectOnce(): Promise<void> {
      const timeouts = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS };
      const client = new pg.Client({ connectionString, keepAlive: true, ...timeouts });
      const over = new Promise<void>((resolve) => client.once("end", resolve).on("error", () => resolve()));
      let probe: NodeJS.Timeout | undefined;
      try {
        await client.connect();
        client.on("notification", ({ payload = "" }) => listener.onMessage(payload));
        await client.query(`listen ${CHANNEL}`);
        if (closing.signal.aborted) return;
        connection = client;
        probe = setInterval(() => void client.query("select 1").catch(() => client.end()), PROBE_MS).unref();
        listener.onConnected();
        await over;
      } finally {
        connection = null;
        clearInterval(probe);
        void client.end();
      }
    }

    void again(connectOnce, closing.signal);
    return {
      async send(message) {
        const client = connection;
        if (!client) throw new Error("There is no connection for notices");
        await client.query("select pg_notify($1, $2)", [CHANNEL, message]).catch((error: unknown) => {
          void client.end();
          throw error;
        });
      },
      close() {
        closing.abort();
        void connection?.end();
      },
    };
  };
}

/** Does it again whenever it has ended or failed, at ever longer intervals, until it is aborted. */
async function again(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  let wait = RETRY_MS.first;
  while (!signal.aborted) {
    const began = performance.now();
    await work().catch(() => {});
    // What held for a while was well.
    wait = performance.now() - began > PROBE_MS ? RETRY_MS.first : Math.min(2 * wait, RETRY_MS.last);
    await sleep(wait, undefined, { signal, ref: false }).catch(() => {});
  }
}
