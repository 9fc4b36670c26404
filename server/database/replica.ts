import type { Changes } from "./changes.ts";
import { type Database, openServer } from "./database.ts";
import { watchProgress } from "./replicaProgress.ts";
import { isUnavailable } from "./unavailable.ts";

/** Where visitors' lists are read from. */
export interface Lists {
  /**
   * Runs `work` on the replica while that one is near, else on the database itself; and once more there when the
   * replica breaks off, so that readers never learn of its troubles.
   * @param itself connections to the database other than those for lists
   */
  read<T>(work: (from: Database) => Promise<T>, itself?: Database): Promise<T>;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  /** The replica's address; null where there is none. */
  url: string | null;
  connections: number;
  changes: Pick<Changes, "hear">;
  log: { info(message: string): void; warn(message: string): void };
  /** How far behind the replica may be, in milliseconds. */
  lagMaxMs?: number;
  /** How often it is looked at, in milliseconds. */
  lookMs?: number;
}

/** How soon the replica is looked at after a change that it should have by now, in milliseconds. */
const SOON_MS = 50;
/** PostgreSQL's code for a statement that took too long: it would do so on the database itself, too. */
const TOOK_TOO_LONG = "57014";

export function openLists(database: Database, { url, connections, ...watch }: ReplicaOptions): Lists {
  if (url === null) return { read: (work, itself = database) => work(itself), close: async () => {} };
  const replica = openServer(url, { connections });
  /** Reads under way on the replica, to be told when it is found to be away. */
  const underWay = new Set<(error: Error) => void>();
  const state = watchReplica(database, url, watch, () => {
    for (const leave of underWay) leave(new Away());
  });

  /** So that nobody waits for an answer that will not come. */
  function unlessAway<T>(reading: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      underWay.add(reject);
      reading.then(resolve, reject).finally(() => underWay.delete(reject));
    });
  }

  return {
    async read(work, itself = database) {
      if (!state.isNear()) return work(itself);
      try {
        return await unlessAway(work(replica));
      } catch (error) {
        const isAway = error instanceof Away || isUnavailable(error);
        if (!isAway || (error as { code?: string }).code === TOOK_TOO_LONG) throw error;
        return work(itself);
      }
    },
    async close() {
      await state.close();
      await replica.close();
    },
  };
}

class Away extends Error {}

/**
 * Looks at the replica again and again; what changes is logged, once each. Votes may reach it late. All else (published,
 * withdrawn, edited) counts at once: the replica is not near before it has that, too.
 */
function watchReplica(
  database: Database,
  url: string,
  { log, changes, lagMaxMs = 5000, lookMs = 1000 }: Omit<ReplicaOptions, "url" | "connections">,
  onAway: () => void,
) {
  const progress = watchProgress(database, url, lagMaxMs);
  /** Why it is not read; null: it is near. Undefined: nobody knows yet. */
  let trouble: string | null | undefined;
  let reachedAt = Number.NEGATIVE_INFINITY;
  let changedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let looking = look();
  const endHearing = changes.hear((_changed, what) => {
    if (what === "totals") return;
    const isFirst = reachedAt >= changedAt;
    changedAt = performance.now();
    if (isFirst && timer) lookIn(SOON_MS);
  });

  function judge(found: string | null): void {
    const isNews = trouble === undefined || (found === null) !== (trouble === null);
    trouble = found;
    if (!isNews) return;
    if (found === null) log.info("Visitors' lists are read from the replica.");
    else {
      log.warn(`Visitors' lists are not read from the replica: ${found}.`);
      onAway();
    }
  }

  async function look(): Promise<void> {
    try {
      const reached = await progress.look();
      if (reached === "no replica") judge("it is none");
      // Without the database itself there is nothing better to read than what was good so far.
      else if (reached !== "unknown") {
        reachedAt = reached.at;
        judge(reached.behindMs <= lagMaxMs ? null : `it is more than ${lagMaxMs / 1000} s behind`);
      }
    } catch (error) {
      judge(`it does not answer (${error instanceof Error ? error.message : error})`);
    }
    if (!isClosed) lookIn(trouble === null && reachedAt < changedAt ? Math.min(SOON_MS, lookMs) : lookMs);
  }

  function lookIn(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      looking = look();
    }, ms).unref();
  }

  return {
    isNear: () => trouble === null && reachedAt >= changedAt,
    async close() {
      isClosed = true;
      endHearing();
      clearTimeout(timer);
      await looking;
      await progress.close();
    },
  };
}
