import * as moderation from "@survey-app/contract/moderation.ts";
import type { Database } from "../database/database.ts";
import { orThrow } from "../http/apiError.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { appealUnpublication, findUnpublication } from "./moderation.sql.ts";

export function serveModeration(registerEndpoint: RegisterEndpoint, database: Database): void {
  registerEndpoint(moderation.getUnpublication, ({ params, currentUser }) =>
    findUnpublication(database, params.id, currentUser),
  );

  registerEndpoint(moderation.appealUnpublication, async ({ params, body, currentUser }) => {
    const appealed = await database.transaction((tx) => appealUnpublication(tx, params.id, body.appeal, currentUser));
    return { modifiedCount: Number(orThrow(appealed)) };
  });
}
