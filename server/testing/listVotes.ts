import type { Database } from "../database/database.ts";
import { refreshListedVotes } from "../surveys/listedVotes.sql.ts";
import { recorder } from "./recorder.ts";

/**
 * Copies the totals of these surveys to the lists and days now. The background job may hold some of them: it tries
 * again.
 */
export async function listVotes(database: Database, ids: readonly string[]): Promise<void> {
  for (let left = ids; left.length > 0; ) left = (await refreshListedVotes(database, left, recorder())).locked;
}
