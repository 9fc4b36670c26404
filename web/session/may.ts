import { allows, type Party } from "@survey-app/contract/ballots/rights.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import type { User } from "@survey-app/contract/users/users.ts";

/**
 * Whether a user has a right of the contract's table, on a survey where it depends on one. The owner is recognized by
 * the address: readers who may not know it get a masked one, which never matches. The server decides rights that depend
 * on a vote or on an admin's acceptance.
 */
export const may = (
  right: readonly Exclude<Party, "surveyor" | "trustedOwner" | "voter">[],
  user: User | null,
  survey?: Pick<Survey, "email" | "coOwned">,
): boolean =>
  user !== null &&
  allows(right, {
    owner: user.email === survey?.email,
    coOwner: survey?.coOwned === true,
    admin: user.role === "admin",
    member: user.isMember,
  });
