import type { AuditState } from "@survey-app/contract/audit.ts";
import type { AdminActor, CurrentUser, OwnerActor } from "../http/currentUser.ts";

/**
 * Who a person is to a survey. `owner`: whatever the role is now; `surveyor`: the owner while a surveyor or an admin, because people
 * who lose the role keep their surveys but not the access to what voters confided; `asker`: such an owner, or one who asked it
 * without being a surveyor, once an admin has accepted it; `coOwner`: whom the owner invited and who accepted, while a surveyor or
 * an admin; `admin`: every admin.
 */
type Party = "owner" | "surveyor" | "asker" | "coOwner" | "admin";

/** What only some people may do with a survey, and who. What depends on the vote of a reader is in `visible.sql.ts`. */
const RIGHTS = {
  /** Read the survey before it is public and after it was unpublished, the owner's address, and the feedback of admins. */
  readPrivate: ["owner", "coOwner", "admin"],
  change: ["owner", "coOwner", "admin"],
  close: ["owner", "coOwner", "admin"],
  delete: ["owner", "coOwner", "admin"],
  /** Read the addresses and reports of the voters. */
  readVoters: ["asker", "coOwner", "admin"],
  /** Cause emails about the survey; admins in place of an owner who may not. */
  sendEmails: ["asker", "coOwner", "admin"],
  /** Create an address that leads to the survey for as long as it is shown. */
  makeShortAddress: ["owner", "coOwner", "admin"],
  /** Present the survey to a room: turn on room mode, see how many votes were refused. */
  host: ["owner", "coOwner", "admin"],
  /** Let a program hear of the survey by a webhook; admins of every survey. */
  hearOf: ["surveyor", "coOwner", "admin"],
  /** Read and change the list of people who can vote, which has addresses of people without an account; see also `mayAskWith`. */
  keepList: ["owner", "coOwner"],
  /** Take the addresses of that list away, as a file or by a program. */
  exportList: ["owner"],
  /** Write what was decided after the close, appeal and remind: others would put words into the owner's mouth. */
  speakAsOwner: ["owner", "coOwner"],
  /** Get the emails to the owner: decisions of admins, the first vote, the end. */
  getOwnerEmails: ["owner", "coOwner"],
  /** Invite co-owners and remove them. */
  chooseOwners: ["owner"],
} as const satisfies Record<string, readonly Party[]>;

export type SurveyRight = keyof typeof RIGHTS;
/** The rights that an `asker` has. */
type AskersRight = {
  [R in SurveyRight]: "asker" extends (typeof RIGHTS)[R][number] ? R : never;
}[SurveyRight];

/** The owners of a survey, as its row has them. `co_owners`: ids separated by spaces; "" without any. */
export interface SurveyOwners {
  owner_id: string;
  co_owners: string;
}

/** Also whether an admin has accepted it: then the owner need not be a surveyor. */
export interface AskedSurvey extends SurveyOwners {
  asked_as_user: number;
  accepted: number;
}

/** A person to whom rights are given or not. */
export type Person = Pick<CurrentUser, "userId" | "storedRole">;

/**
 * Whether a person has a right on a survey. Visitors have none.
 * @param survey its row; what an admin has accepted matters only for rights that an `asker` has
 */
export function may<R extends SurveyRight>(
  right: R,
  person: Person | null,
  survey: R extends AskersRight ? AskedSurvey : SurveyOwners,
): boolean {
  if (person === null) return false;
  const { owner_id, asked_as_user, accepted }: AskedSurvey = { asked_as_user: 0, accepted: 0, ...survey };
  const isOwner = person.userId === owner_id;
  const isSurveyor = isOwner && person.storedRole !== "user";
  const parties: Record<Party, boolean> = {
    owner: isOwner,
    surveyor: isSurveyor,
    asker: isSurveyor || (isOwner && asked_as_user === 1 && accepted === 1),
    coOwner: coOwnersOf(survey).includes(person.userId) && person.storedRole !== "user",
    admin: person.storedRole === "admin",
  };
  return RIGHTS[right].some((party) => parties[party]);
}

/** The ids of the people who accepted to be co-owners of a survey. Which rights they have now depends on their role (`may`). */
export const coOwnersOf = ({ co_owners }: SurveyOwners): string[] => (co_owners === "" ? [] : co_owners.split(" "));

/** Whether a person acts on a survey as its owner or a co-owner, not as an admin. */
export const actsAsOwner = (person: Person, survey: SurveyOwners): boolean => may("speakAsOwner", person, survey);

/** Who acts, by which request. */
export interface Acting {
  currentUser: Person;
  requestId: string;
}

/** The current user of a request, who acts by it. */
export const actingOf = <P extends Person>(currentUser: P, { id }: { id: string }) => ({ currentUser, requestId: id });

/**
 * The parts of an event that say who acts on a survey, and what the audit log says of it: admins act for others, and where there
 * are co-owners it has to be known who did what. What its only owner does is not logged.
 */
export function loggedFor(
  { currentUser, requestId }: Acting,
  survey: SurveyOwners & { title: string },
  after: AuditState,
  before: AuditState = {},
): { by: AdminActor | OwnerActor; logged: { title: string; before: AuditState; after: AuditState } | null } {
  const { userId } = currentUser;
  const isOwner = actsAsOwner(currentUser, survey);
  return {
    by: isOwner ? { ownerId: userId, requestId } : { adminId: userId, requestId },
    logged: isOwner && survey.co_owners === "" ? null : { title: survey.title, before, after },
  };
}

/** Whether a reader sees the addresses on a survey's list: the owner everywhere, co-owners on pages only, because a program takes them away. */
export const seesListed = (reader: CurrentUser | null, survey: SurveyOwners): boolean =>
  may(reader?.apiKey ? "exportList" : "keepList", reader, survey);
