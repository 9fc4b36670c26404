import { VERIFIED } from "@survey-app/contract/users/users.ts";
import type { Person } from "../ballots/rights.ts";
import type { Database } from "../database/database.ts";
import { orNotFound } from "../http/apiError.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { lockUser } from "../session/accounts.sql.ts";
import { lockAsker } from "../session/sender.sql.ts";

/** The person who leads a room and its owner: the same person, or a co-owner or admin and the owner. */
export interface Hosts {
  /** The sender of the request, with the role that they have now. */
  person: Person;
  owner: {
    id: string;
    /** Whether they can't ask: blocked, or gone. */
    isStopped: boolean;
    /** Whether they ask as a user who isn't a surveyor. */
    asUser: boolean;
    isGuest: boolean;
    isConfirmed: boolean;
  };
}

/**
 * Locks the sender of a request and the owner of a room's survey, in the order of their ids, because two people can
 * lead each other's rooms.
 * @throws {ApiError} `notFound`, `sessionEnded`
 */
export async function lockHosts(tx: Database, surveyId: string, sender: CurrentUser): Promise<Hosts> {
  const { owner_id } = orNotFound(
    await tx.db.selectFrom("surveys").select("owner_id").where("id", "=", surveyId).executeTakeFirst(),
  );
  const { userId } = sender;
  const lockedFirst = owner_id < userId ? await lockUser(tx, owner_id) : null;
  const { role } = await lockAsker(tx, sender);
  const owner = lockedFirst ?? (await lockUser(tx, owner_id));
  return {
    person: { userId, storedRole: role },
    owner: {
      id: owner_id,
      isStopped: owner.status !== VERIFIED,
      asUser: owner.role === "user",
      isGuest: owner.is_guest === 1,
      isConfirmed: owner.email_verified === 1,
    },
  };
}
