import type { StoredRole } from "@survey-app/contract/users/users.ts";
import type { FastifyRequest } from "fastify";
import type { Database } from "../../database/database.ts";
import type { RoleAnswer } from "./roleClaim.ts";
import { noteCarried, noteMissing } from "./roleClaims.sql.ts";

/**
 * Sets the role that the organization gives, so that a member who has left a group loses its rights here. Where the
 * provider gives no answer, the user keeps the role. Call it for a user who has signed in with all factors: a provider
 * alone must not change the role of an account that a second factor protects.
 */
export type FollowRole = (userId: string, answer: RoleAnswer, request: Pick<FastifyRequest, "log">) => Promise<void>;

export interface RoleSetting {
  /** @returns "lastAdmin" if the user keeps the role of the last admin */
  setRole(userId: string, role: StoredRole): Promise<string>;
  /** The organization's claim that decides about roles (`roleClaimKey`); empty without one. */
  roleClaim: string;
}

export function createRoleFollower(database: Database, { setRole, roleClaim }: RoleSetting): FollowRole {
  return async (userId, answer, { log }) => {
    const role = await roleIn(answer, log);
    const change = role && (await setRole(userId, role));
    if (change === "lastAdmin")
      log.warn({ user: userId }, "the last admin keeps the role, which the organization no longer gives");
  };

  async function roleIn(answer: RoleAnswer, log: FastifyRequest["log"]): Promise<StoredRole | null> {
    if (answer.is === "carried") {
      await noteCarried(database, roleClaim);
      return answer.role;
    }
    if (answer.is === "missing") {
      if (await noteMissing(database, roleClaim)) return "user";
      const lacks =
        "no sign-in has carried the claim OIDC_ROLE_CLAIM yet, so roles stay: compare it with the provider's claims";
      log.error(lacks);
    } else if (answer.is === "tooLong")
      log.warn("the claim OIDC_ROLE_CLAIM is too long for a token: this user's role stays");
    return null;
  }
}
