import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Primary } from "./primary.ts";

/** The delay between two attempts to connect, in milliseconds: doubled from `first` up to `last`. */
const RETRY_MS = { first: 100, last: 5000 };
/** The interval at which the connection is probed, in milliseconds, to detect one that died silently. */
const PROBE_MS = 15_000;
const TIMEOUT_MS = 5000;

const CHANNEL = "survey_app_notices";

/** Short messages between the processes that share a database. */
export interface Notifications {
  /** Sends at most 8,000 bytes. Rejects while there is no connection. */
  send(message: string): Promise<void>;
  close(): void;
}

export interface NotificationListener {
  /** Called with the messages of all processes, this one included. */
  onMessage(message: string): void;
  /** Called after each connection and reconnection: messages sent before it were missed. */
  onConnected(): void;
}

/** Opens a connection for notifications, which reconnects whenever it is lost. */
export type ListenToNotifications = (listener: NotificationListener) => Notifications;

export function listenToPostgres(primary: Primary): ListenToNotifications {
  return (listener) => {
    const closing = new AbortController();
    let connection: pg.Client | null = null;

    /** Connects once; resolves when that connection has ended. */
    async function connectOnce(): Promise<void> {
      const connectionString = await primary.find();
      const timeouts = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS };
      const client = new pg.Client({ connectionString, keepAlive: true, ...timeouts });
      const ended = new Promise<void>((resolve) => client.once("end", resolve).on("error", () => resolve()));
      let probe: NodeJS.Timeout | undefined;
      try {
        await client.connect();
        client.on("notification", ({ payload = "" }) => listener.onMessage(payload));
        await client.query(`listen ${CHANNEL}`);
        if (closing.signal.aborted) return;
        connection = client;
        probe = setInterval(() => void client.query("select 1").catch(() => client.end()), PROBE_MS).unref();
        listener.onConnected();
        await ended;
      } finally {
        connection = null;
        if (!closing.signal.aborted) primary.forget(connectionString);
        clearInterval(probe);
        void client.end();
      }
    }

    void keepRunning(connectOnce, closing.signal);
    return {
      async send(message) {
        const client = connection;
        if (!client) throw new Error("There is no connection for notifications");
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

/** Runs `work` again whenever it ends or fails, with growing delays, until it is aborted. */
async function keepRunning(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  let wait = RETRY_MS.first;
  while (!signal.aborted) {
    const began = performance.now();
    await work().catch(() => {});
    // A connection that lasted a while was healthy, so start over with the short delay.
    wait = performance.now() - began > PROBE_MS ? RETRY_MS.first : Math.min(2 * wait, RETRY_MS.last);
    await sleep(wait, undefined, { signal, ref: false }).catch(() => {});
  }
}
