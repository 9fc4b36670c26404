import type { MainDatabase } from "../database/database.ts";

/**
 * A database that does the work of its transactions, fails at the given commit, and from then on, like a process that
 * is killed.
 */
export function killedAt(database: MainDatabase, commit: number): MainDatabase {
  let commits = 0;
  return {
    ...database,
    get db() {
      if (commits >= commit) throw new Error("killed");
      return database.db;
    },
    transaction: (work) =>
      database.transaction(async (tx) => {
        const result = await work(tx);
        if (++commits >= commit) throw new Error("killed");
        return result;
      }),
  };
}
