import { createApp } from "../server/app.ts";
import { readConfig } from "../server/config/config.ts";
import { openDatabase } from "../server/process/openDatabase.ts";
import { storeOneByOne } from "./naive.sql.ts";

/** Our server with one transaction per request, as in most servers, to measure the gain of batching. */
const config = readConfig();
const database = openDatabase(config);
const app = await createApp(
  { ...config, sessionSecret: config.sessionSecret ?? "", logLevel: "info", demoReset: null, pages: false },
  database,
  { voteWriter: async () => ({ cast: (ballot) => storeOneByOne(database, ballot) }) },
);
await app.listen({ port: config.port, host: config.host });
process.once("SIGINT", () => process.exit());
