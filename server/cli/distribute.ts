import { distribute } from "../database/postgres/distribution.ts";
import type { DatabaseSettings } from "../process/knownDatabase.ts";
import { parseAnyway, readSettings, runCommand, withDatabase } from "./command.ts";

const USAGE =
  "npm run distribute      spreads the votes over the servers of a Citus cluster. docs/several-instances.md";

/**
 * `npm run distribute`: spreads the votes over the servers of a Citus cluster. The database may be empty.
 * docs/several-instances.md
 */
export function distributeVotes(onProgress: (sentence: string) => void, settings: DatabaseSettings): Promise<void> {
  return withDatabase(settings, (database) => distribute(database, onProgress), { mayBeEmpty: true });
}

await runCommand(import.meta.filename, (args) => {
  const { anyway } = parseAnyway(args, USAGE);
  return distributeVotes(console.log, { ...readSettings(), anyway });
});
