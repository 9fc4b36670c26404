import * as failedWork from "@survey-app/contract/ops/failedWork.ts";
import type { Database } from "../database/database.ts";
import { actorOf } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { listFailedWork, retryFailedWork } from "./failedWork.sql.ts";

/** Serves to admins the work that the server gave up after many attempts, and the failures of its jobs. */
export function serveFailedWork(registerEndpoint: RegisterEndpoint, database: Database): void {
  registerEndpoint(failedWork.listFailedWork, () => listFailedWork(database));

  registerEndpoint(failedWork.retryFailedWork, async ({ body, currentUser, request }) => ({
    retried: await retryFailedWork(database, body.queue, actorOf(currentUser, request)),
  }));
}
