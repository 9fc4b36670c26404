import type { CurrentUser } from "../http/currentUser.ts";

/**
 * Who a person is to a survey. `owner`: whatever the role is now; `asker`: the owner while a surveyor or an admin, because people who
 * lose the role keep their surveys but not the access to what voters confided; `admin`: every admin.
 */
type Party = "owner" | "asker" | "admin";

/** What only some people may do with a survey, and who. What depends on the vote of a reader is in `visible.sql.ts`. */
const RIGHTS = {
  /** Read the survey before it is public and after it was unpublished, the owner's address, and the feedback of admins. */
  readPrivate: ["owner", "admin"],
  change: ["owner", "admin"],
  close: ["owner", "admin"],
  delete: ["owner", "admin"],
  /** Read the addresses and reports of the voters. */
  readVoters: ["asker", "admin"],
  /** Cause emails about the survey; admins in place of an owner who may not. */
  sendEmails: ["asker", "admin"],
  /** Create an address that leads to the survey for as long as it is shown. */
  makeShortAddress: ["owner", "admin"],
  /** Let a program hear of the survey by a webhook; admins of every survey. */
  hearOf: ["asker", "admin"],
  /** Read and change the list of people who can vote, which has addresses of people without an account; see also `mayAskWith`. */
  keepList: ["owner"],
  /** Write what was decided after the close, appeal and remind: others would put words into the owner's mouth. */
  speakAsOwner: ["owner"],
} as const satisfies Record<string, readonly Party[]>;

export type SurveyRight = keyof typeof RIGHTS;

/** Whether a person has a right on a survey of `ownerId`. Visitors have none. */
export function may(
  right: SurveyRight,
  person: Pick<CurrentUser, "userId" | "storedRole"> | null,
  ownerId: string,
): boolean {
  if (person === null) return false;
  const isOwner = person.userId === ownerId;
  const parties: Record<Party, boolean> = {
    owner: isOwner,
    asker: isOwner && person.storedRole !== "user",
    admin: person.storedRole === "admin",
  };
  return RIGHTS[right].some((party) => parties[party]);
}
