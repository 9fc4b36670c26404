import * as users from "@survey-app/contract/users/users.ts";
import { BLOCKED } from "@survey-app/contract/users/users.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import type { MainDatabase } from "../database/database.ts";
import { apiError, fieldError, orNotFound } from "../http/apiError.ts";
import { actorOf } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { listUsers } from "./listUsers.sql.ts";
import { findUserByEmail, setProfile, setUserRole, setUserStatus } from "./users.sql.ts";

interface UserParts {
  /** Removes a user's sessions from the cache immediately. */
  invalidateUser(userId: string): void;
  /** Invalidates the public responses that show a user's name, after it has changed. */
  invalidateNaming(userId: string): Promise<void>;
  /** Invalidates what is cached about a user whose role has changed. */
  invalidateRole(userId: string): Promise<void>;
  /** Deletes the upload at an address that was just replaced, if nothing else shows it. */
  removeReplaced(address: string | null): Promise<void>;
  /** Cancels a user's unfinished payments. */
  cancelPaymentsOf(userId: string): Promise<void>;
}

export function serveUsers(registerEndpoint: RegisterEndpoint, database: MainDatabase, parts: UserParts): void {
  const { invalidateUser, invalidateNaming, invalidateRole, removeReplaced, cancelPaymentsOf } = parts;
  registerEndpoint(users.getUser, async ({ params, currentUser }) => {
    const user = orNotFound(await findUserByEmail(database, params.email));
    // Pages must not offer actions that the session may not do.
    const isReduced = currentUser.lacksSecondFactor && user._id === currentUser.userId;
    return isReduced ? { ...user, role: currentUser.role, lacksSecondFactor: true as const } : user;
  });

  // Signing up has already stored the user; the specification's client sends it again. Its role and status are ignored
  // (specification §7.4).
  registerEndpoint(users.recordUser, async ({ currentUser }) => ({ insertedId: currentUser.userId }));

  registerEndpoint(users.updateMyProfile, async ({ body, currentUser }) => {
    const change = await setProfile(database, currentUser, {
      ...(typeof body.displayName === "string" && { displayName: body.displayName }),
      ...(typeof body.photoURL === "string" && { photoURL: body.photoURL }),
    });
    if (change === "imageGone") throw fieldError("photoURL", formErrors.upload.gone);
    if (change === "deleted") throw apiError("sessionEnded");
    const { before, after } = change;
    const isRenamed = after.displayName !== before.displayName;
    if (isRenamed || after.photoURL !== before.photoURL) invalidateUser(currentUser.userId);
    if (isRenamed) await invalidateNaming(currentUser.userId);
    if (after.photoURL !== before.photoURL) await removeReplaced(before.photoURL);
    return { id: currentUser.userId, email: currentUser.email, ...after };
  });

  registerEndpoint(users.listUsers, ({ query: { role, ...query } }) => {
    const reading = query.q ? database.forSearches : database.forLists;
    return listUsers(reading, { ...query, role: role === "none" || role === "" ? undefined : role });
  });

  registerEndpoint(users.setUserRole, async ({ params, body, currentUser, request }) => {
    if (params.id === currentUser.userId) throw apiError("ownRole");
    const change = await setUserRole(database, params.id, body?.role ?? "surveyor", actorOf(currentUser, request));
    if (change !== "changed" && change !== "same") throw apiError(change);
    if (change === "changed") await invalidateRole(params.id);
    return { modifiedCount: change === "changed" ? 1 : 0 };
  });

  registerEndpoint(users.setUserStatus, async ({ params, body, currentUser, request }) => {
    if (params.id === currentUser.userId) throw apiError("ownAccount");
    const change = await setUserStatus(database, params.id, body.status, actorOf(currentUser, request));
    if (change === "notFound") throw apiError(change);
    if (change === "changed") invalidateUser(params.id);
    // An open card form would charge a blocked user for a membership that they can't use.
    if (change === "changed" && body.status === BLOCKED) await cancelPaymentsOf(params.id);
    return { modifiedCount: change === "changed" ? 1 : 0 };
  });
}
