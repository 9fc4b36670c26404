import { startWorker } from "../database/sqlite/worker.ts";
import { storeBallotsOnSqlite } from "../votes/storing/storeOnSqlite.sql.ts";

/** The entry of SQLite's worker threads. It registers the features' jobs, which run on the writer thread. */
startWorker([storeBallotsOnSqlite]);
