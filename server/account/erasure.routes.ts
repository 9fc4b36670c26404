import * as erasure from "@survey-app/contract/account/erasure.ts";
import type { MainDatabase } from "../database/database.ts";
import { apiError } from "../http/apiError.ts";
import { actorOf } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import type { HashAddress } from "../mail/addressHash.ts";
import * as erasures from "./erasure.sql.ts";
import { exportForAdmin } from "./exportForAdmin.sql.ts";

/** Serves the endpoints with which admins erase a person's data, or give it out, when that person asks them to. */
export function serveErasure(
  registerEndpoint: RegisterEndpoint,
  database: MainDatabase,
  { hashAddress }: { hashAddress: HashAddress },
): void {
  registerEndpoint(erasure.scheduleErasure, async ({ params: { id }, currentUser, request }) => {
    if (id === currentUser.userId) throw apiError("ownAccount");
    const eraseAt = await erasures.scheduleErasure(database, id, actorOf(currentUser, request));
    return { eraseAt: new Date(eraseAt).toISOString() };
  });

  registerEndpoint(erasure.cancelErasure, async ({ params: { id }, currentUser, request }) => {
    const wasScheduled = await erasures.cancelErasure(database, id, actorOf(currentUser, request));
    return { modifiedCount: wasScheduled ? 1 : 0 };
  });

  registerEndpoint(erasure.keepMyAccount, async ({ currentUser }) => ({
    modifiedCount: (await erasures.keepAccount(database, currentUser)) ? 1 : 0,
  }));

  registerEndpoint(erasure.sendData, async ({ params: { id }, currentUser, request }) => {
    await erasures.sendData(database, id, actorOf(currentUser, request));
    return { success: true as const };
  });

  registerEndpoint(erasure.exportDataOf, ({ params: { id }, currentUser, request }) =>
    exportForAdmin(database, id, { by: actorOf(currentUser, request), hashAddress }),
  );
}
