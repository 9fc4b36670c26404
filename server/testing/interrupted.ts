import type { KyselyPlugin } from "kysely";
import { expect } from "vitest";
import { type Database, type MainDatabase, toDatabase } from "../database/database.ts";
import { countWaiting } from "./waiting.sql.ts";

/** The number of statements of the interrupted work that have run, and of those among them that delete rows. */
export interface Interruption {
  statements: number;
  deletions: number;
}

/** Work, and other work that begins between two of its statements: after the first that `when` chooses. */
interface Race<T, U> {
  work: () => Promise<T>;
  other: () => Promise<U>;
  when: (ran: Interruption) => boolean;
}

/** A database whose statements all pass through a plugin, but for those of SQLite's threads. */
export function withPlugin(plain: MainDatabase, plugin: KyselyPlugin): MainDatabase {
  const plugged = <D extends Database>(database: D): D => {
    const { db, transaction } = toDatabase(database.db.withPlugin(plugin), database.dialect);
    return { ...database, db, transaction };
  };
  return {
    ...plugged(plain),
    forVotes: plugged(plain.forVotes),
    forLists: plugged(plain.forLists),
    forSearches: plugged(plain.forSearches),
    forLongReads: plugged(plain.forLongReads),
  };
}

/**
 * A database for an app: a test can begin other work between its statements. So a test covers every order of two
 * transactions, even orders that would happen by chance once in a thousand runs. Votes on SQLite are one statement,
 * which can't be interrupted.
 */
export function interruptible(plain: MainDatabase) {
  let interrupt: ((isDeletion: boolean) => Promise<void>) | null = null;
  const deletions = new WeakSet<object>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (node.kind === "DeleteQueryNode") deletions.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      await interrupt?.(deletions.has(queryId));
      return result;
    },
  };
  const isWaiting = async () =>
    plain.dialect.engine === "postgres"
      ? (await countWaiting(plain)) > 0
      : plain.load().some(({ pool, waiting }) => pool === "writer" && waiting > 0);

  return {
    database: withPlugin(plain, plugin),

    /** @returns the results of both; null for the other if it was not begun */
    async race<T, U>({ work, other, when }: Race<T, U>): Promise<[T, U | null]> {
      const ran: Interruption = { statements: 0, deletions: 0 };
      let begun: Promise<U> | null = null;
      interrupt = async (isDeletion) => {
        ran.statements++;
        ran.deletions += Number(isDeletion);
        if (begun || !when(ran)) return;
        let isOver = false;
        begun = other().finally(() => {
          isOver = true;
        });
        begun.catch(() => {});
        // If it waits for a lock of `work`, it continues when that is over.
        await expect.poll(async () => isOver || (await isWaiting()), { interval: 1 }).toBe(true);
      };
      try {
        const result = await work();
        return [result, await begun];
      } finally {
        interrupt = null;
      }
    },
  };
}
