import type { CurrentUser } from "../http/currentUser.ts";

/**
 * Who a person is to a survey. `owner`: whatever the role is now; `surveyor`: the owner while a surveyor or an admin, because people
 * who lose the role keep their surveys but not the access to what voters confided; `asker`: such an owner, or one who asked it
 * without being a surveyor, once an admin has accepted it; `admin`: every admin.
 */
type Party = "owner" | "surveyor" | "asker" | "admin";

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
  /** Present the survey to a room: turn on room mode, see how many votes were refused. */
  host: ["owner", "admin"],
  /** Let a program hear of the survey by a webhook; admins of every survey. */
  hearOf: ["surveyor", "admin"],
  /** Read and change the list of people who can vote, which has addresses of people without an account; see also `mayAskWith`. */
  keepList: ["owner"],
  /** Write what was decided after the close, appeal and remind: others would put words into the owner's mouth. */
  speakAsOwner: ["owner"],
} as const satisfies Record<string, readonly Party[]>;

export type SurveyRight = keyof typeof RIGHTS;
/** The rights that an `asker` has. */
type AskersRight = {
  [R in SurveyRight]: "asker" extends (typeof RIGHTS)[R][number] ? R : never;
}[SurveyRight];

/** The owner of a survey, and whether an admin has accepted it: then the owner need not be a surveyor. */
export interface SurveyOwner {
  owner_id: string;
  asked_as_user: number;
  accepted: number;
}

/**
 * Whether a person has a right on a survey. Visitors have none.
 * @param survey the id of its owner is enough for rights that no `asker` has
 */
export function may<R extends SurveyRight>(
  right: R,
  person: Pick<CurrentUser, "userId" | "storedRole"> | null,
  survey: R extends AskersRight ? SurveyOwner : string,
): boolean {
  if (person === null) return false;
  const { owner_id, asked_as_user, accepted } =
    typeof survey === "string" ? { owner_id: survey, asked_as_user: 0, accepted: 0 } : survey;
  const isOwner = person.userId === owner_id;
  const isSurveyor = isOwner && person.storedRole !== "user";
  const parties: Record<Party, boolean> = {
    owner: isOwner,
    surveyor: isSurveyor,
    asker: isSurveyor || (isOwner && asked_as_user === 1 && accepted === 1),
    admin: person.storedRole === "admin",
  };
  return RIGHTS[right].some((party) => parties[party]);
}
