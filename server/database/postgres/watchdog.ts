import pg from "pg";

/** After this time the watchdog checks whether a connection in use is dead or only slow. All times in milliseconds. */
const SLOW_MS = 500;
const CHECK_MS = 250;
/** Work that takes longer than any request is a migration or a command, and is left alone. */
const REQUEST_MS = 10_000;
/** A reachable database responds within this time. */
const TIMEOUT_MS = 1000;

/**
 * Closes connections in use on which the database no longer responds. A network that drops all packets closes no
 * connections, so a statement would wait for the operating system's timeout of 15 minutes. To distinguish this from a
 * slow statement, the watchdog opens a separate connection to check whether the database is reachable.
 * @param options `urlOf` returns the URL of a connection's server, `onUnreachable` is called with that of one that is
 *   gone
 */
export function closeUnresponsiveConnections(
  pool: pg.Pool,
  { urlOf, onUnreachable }: { urlOf: (client: pg.ClientBase) => string; onUnreachable: (url: string) => void },
): void {
  /** Since when each client is in use, and when the database was last known to be reachable. */
  const inUse = new Map<pg.PoolClient, { since: number; reachedAt: number }>();
  /** The server of the connection that was released last, and how many were. */
  let released = { url: "", count: 0 };
  let isChecking = false;
  pool.on("acquire", (client) => inUse.set(client, { since: performance.now(), reachedAt: performance.now() }));
  pool.on("release", (_, client) => {
    inUse.delete(client);
    released = { url: urlOf(client), count: released.count + 1 };
  });

  async function check(): Promise<void> {
    const now = performance.now();
    const slow = [...inUse].filter(([, { since, reachedAt }]) => now - reachedAt > SLOW_MS && now - since < REQUEST_MS);
    if (slow.length === 0) return;
    // After a failover, connections to the former server may still be in use.
    const servers = Map.groupBy(slow, ([client]) => urlOf(client));
    await Promise.all([...servers].map(([url, clients]) => checkServer(url, clients)));
  }

  async function checkServer(url: string, slow: [pg.PoolClient, { reachedAt: number }][]): Promise<void> {
    const before = released.count;
    // A connection released meanwhile also shows that the database responds.
    const isAlive = (await isReachable(url)) || (released.count > before && released.url === url);
    if (!isAlive) onUnreachable(url);
    for (const [client, use] of slow) {
      if (isAlive) use.reachedAt = performance.now();
      else if (inUse.get(client) === use) void (client as unknown as pg.Client).end().catch(() => {});
    }
  }

  const timer = setInterval(() => {
    if (pool.ending) return clearInterval(timer);
    if (isChecking || inUse.size === 0) return;
    isChecking = true;
    void check().finally(() => {
      isChecking = false;
    });
  }, CHECK_MS).unref();
}

async function isReachable(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    // A SQLSTATE such as "too many connections" also shows that the database responds.
    return (error as { code?: string }).code?.length === 5;
  } finally {
    void client.end().catch(() => {});
  }
}
