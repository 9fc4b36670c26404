import * as users from "@survey-app/contract/users.ts";
import type { Database } from "../database/database.ts";
import { actorOf } from "../http/caller.ts";
import { refuse } from "../http/refuse.ts";
import type { Serve } from "../http/serve.ts";
import { findUserByEmail, listUsers, setProfile, setRole, setStatus } from "./users.sql.ts";

/** @param forgetUser makes what was known of a user's sessions count no more, at once */
export function serveUsers(serve: Serve, database: Database, forgetUser: (userId: string) => void): void {
  serve(users.get, async ({ params }) => {
    const user = await findUserByEmail(database, params.email);
    if (!user) throw refuse("notFound");
    return user;
  });

  // Signing up has stored the record already; the spec's client confirms it (product §3: role and status are ours).
  serve(users.record, async ({ caller }) => ({ insertedId: caller.userId }));

  serve(users.updateProfile, async ({ body, caller }) => {
    const profile = {
      displayName: body.displayName ?? caller.name,
      photoURL: body.photoURL === undefined ? caller.photoURL : body.photoURL || null,
    };
    await setProfile(database, caller.userId, profile);
    forgetUser(caller.userId);
    return { id: caller.userId, email: caller.email, ...profile };
  });

  serve(users.list, ({ query: { role, ...query } }) =>
    listUsers(database, { ...query, role: role === "none" || role === "" ? undefined : role }),
  );

  serve(users.changeRole, async ({ params, body, caller, request }) => {
    if (params.id === caller.userId) throw refuse("ownRole");
    const change = await setRole(database, params.id, body?.role ?? "surveyor", actorOf(caller, request));
    if (change === "notFound" || change === "lastAdmin") throw refuse(change);
    forgetUser(params.id);
    return { modifiedCount: change === "changed" ? 1 : 0 };
  });

  serve(users.changeStatus, async ({ params, body, caller, request }) => {
    if (params.id === caller.userId) throw refuse("ownAccount");
    const change = await setStatus(database, params.id, body.status, actorOf(caller, request));
    if (change === "notFound" || change === "lastAdmin") throw refuse(change);
    forgetUser(params.id);
    return { modifiedCount: change === "changed" ? 1 : 0 };
  });
}
