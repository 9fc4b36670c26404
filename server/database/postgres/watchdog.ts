import pg from "pg";

/** From so long on somebody looks whether a connection in use is only slow. All in milliseconds. */
const SLOW_MS = 500;
const LOOK_MS = 250;
/** What takes longer than any request is a migration or a command, which nobody waits for: it is left alone. */
const REQUEST_MS = 10_000;
/** A database that is there answers within this. */
const ANSWER_MS = 1000;

/**
 * Ends connections in use that the database is silent on: a network that loses everything closes nothing, and whoever
 * waits would wait for the operating system, a quarter of an hour. A statement that takes long is told from that by a
 * connection of its own, which asks whether the database is there.
 */
export function closeUnresponsiveConnections(pool: pg.Pool, connectionString: string): void {
  /** Since when, and when the database was last known to be there. */
  const inUse = new Map<pg.PoolClient, { since: number; heardAt: number }>();
  let released = 0;
  let isAsking = false;
  pool.on("acquire", (client) => inUse.set(client, { since: performance.now(), heardAt: performance.now() }));
  pool.on("release", (_, client) => {
    inUse.delete(client);
    released++;
  });

  async function look(): Promise<void> {
    const now = performance.now();
    const slow = [...inUse].filter(([, { since, heardAt }]) => now - heardAt > SLOW_MS && now - since < REQUEST_MS);
    if (slow.length === 0) return;
    const before = released;
    // Whatever was answered meanwhile was answered by the database.
    const isHeard = (await isThere(connectionString)) || released > before;
    for (const [client, use] of slow) {
      if (isHeard) use.heardAt = performance.now();
      else if (inUse.get(client) === use) void (client as unknown as pg.Client).end().catch(() => {});
    }
  }

  const timer = setInterval(() => {
    if (pool.ending) return clearInterval(timer);
    if (isAsking || inUse.size === 0) return;
    isAsking = true;
    void look().finally(() => {
      isAsking = false;
    });
  }, LOOK_MS).unref();
}

async function isThere(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    // "Too many connections" is an answer.
    return (error as { code?: string }).code?.length === 5;
  } finally {
    void client.end().catch(() => {});
  }
}
