import { type Config, readConfig } from "../config/config.ts";
import { distribute } from "../database/postgres/distribution.ts";
import { runCommand, withDatabase } from "./command.ts";

/** `npm run distribute`: spreads the votes over the servers of a Citus cluster. docs/several-instances.md */
export function distributeVotes(
  onProgress: (sentence: string) => void,
  settings: Pick<Config, "databaseUrl" | "dataDir"> = readConfig(),
): Promise<void> {
  return withDatabase(settings, (database) => distribute(database, onProgress));
}

await runCommand(import.meta.filename, () => distributeVotes(console.log));
