import * as failedWork from "@survey-app/contract/failedWork.ts";
import type { Database } from "../database/database.ts";
import { toIso } from "../database/toIso.ts";
import { actorOf } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { countFailedWork, retryFailedWork } from "./failedWork.sql.ts";

/** Serves to admins what the server tried in vain for so long that it gave up. */
export function serveFailedWork(registerEndpoint: RegisterEndpoint, database: Database): void {
  registerEndpoint(failedWork.listFailedWork, () =>
    Promise.all(
      failedWork.retriedQueue.options.map(async (queue) => {
        const { count, since } = await countFailedWork(database, queue);
        return { queue, count, since: since === null ? null : toIso(since) };
      }),
    ),
  );

  registerEndpoint(failedWork.retryFailedWork, async ({ body, currentUser, request }) => ({
    retried: await retryFailedWork(database, body.queue, actorOf(currentUser, request)),
  }));
}
