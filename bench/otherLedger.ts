import { createApp } from "../server/app.ts";
import { readConfig } from "../server/config/config.ts";
import type { Database } from "../server/database/database.ts";
import { openDatabase } from "../server/process/openDatabase.ts";
import type { VoteWriter } from "../server/votes/voteWriter.ts";
import { storeOneByOne } from "./naive.sql.ts";

/** As long as a real one. */
const RECEIPT = "1234-0123-4567-89ab-cdef";

/** Our server with another vote writer, to measure the cost of storing and the gain of batching. */
const ledgers: Record<string, (database: Database) => VoteWriter> = {
  /** Acknowledges without storing. */
  none: () => ({ cast: async ({ id }) => ({ kind: "stored", id, receipt: RECEIPT }) }),
  /** One transaction per request, as in most servers. */
  naive: (database) => ({ cast: (ballot) => storeOneByOne(database, ballot) }),
};

const config = readConfig();
const database = openDatabase(config);
const voteWriter = ledgers[process.argv[2] ?? ""]?.(database);
if (!voteWriter) throw new Error(`Name one of ${Object.keys(ledgers).join(", ")}`);
const app = await createApp(
  { ...config, sessionSecret: config.sessionSecret ?? "", logLevel: "info", pages: false },
  database,
  { voteWriter: async () => voteWriter },
);
await app.listen({ port: config.port, host: config.host });
process.once("SIGINT", () => process.exit());
