import { realpathSync } from "node:fs";
import { type Config, readConfig } from "../config.ts";
import { openDatabase } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { DistributionError, distribute } from "../database/postgres/distribution.ts";
import { failureSentence } from "../startFailure.ts";

/** `npm run distribute`: spreads the votes over the servers of a Citus cluster. docs/scaling.md */
export async function distributeVotes(
  say: (sentence: string) => void,
  settings: Pick<Config, "databaseUrl" | "dataDir"> = readConfig(),
): Promise<void> {
  const database = openDatabase(settings);
  try {
    await migrate(database);
    await distribute(database, say);
  } finally {
    await database.close();
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename)
  distributeVotes(console.log).catch((error: unknown) => {
    console.error(error instanceof DistributionError ? error.message : (failureSentence(error) ?? error));
    process.exitCode = 1;
  });
