import type { Party } from "@survey-app/contract/ballots/rights.ts";
import * as RIGHTS from "@survey-app/contract/ballots/rights.ts";
import type { AuditState } from "@survey-app/contract/ops/audit.ts";
import type { AdminActor, CurrentUser, OwnerActor } from "../http/currentUser.ts";

/** The rights of the contract's table that depend on who owns the survey. `visible.sql.ts` evaluates `seeResults`. */
type Rights = Omit<typeof RIGHTS, "allows" | "comment" | "seeResults" | "mayAsk">;
type SurveyRight = keyof Rights;
type RightOf<P extends Party> = { [R in SurveyRight]: P extends Rights[R][number] ? R : never }[SurveyRight];

/** The owners of a survey, as its row has them. `co_owners`: ids separated by spaces; "" without any. */
export interface SurveyOwners {
  owner_id: string;
  co_owners: string;
}

/** Includes whether an admin has accepted it: then its owner doesn't have to be a surveyor. */
export interface AskedSurvey extends SurveyOwners {
  asked_as_user: number;
  accepted: number;
}

/** The person whose rights are checked. */
export type Person = Pick<CurrentUser, "userId" | "storedRole">;

/**
 * Whether a person has a right on a survey. Visitors have none.
 * @param survey its row; its `accepted` column only matters for rights of a `trustedOwner`
 */
export function may<R extends SurveyRight>(
  right: R,
  person: Person | null,
  survey: R extends RightOf<"trustedOwner"> ? AskedSurvey : SurveyOwners,
): boolean {
  if (person === null) return false;
  const { owner_id, asked_as_user, accepted }: AskedSurvey = { asked_as_user: 0, accepted: 0, ...survey };
  const isOwner = person.userId === owner_id;
  const isSurveyor = isOwner && person.storedRole !== "user";
  // biome-ignore lint/performance/noDynamicNamespaceImportAccess: the server is not bundled
  return RIGHTS.allows(RIGHTS[right], {
    owner: isOwner,
    surveyor: isSurveyor,
    trustedOwner: isSurveyor || (isOwner && asked_as_user === 1 && accepted === 1),
    coOwner: coOwnersOf(survey).includes(person.userId) && person.storedRole !== "user",
    admin: person.storedRole === "admin",
  });
}

/** Whether a person may comment on their own vote, where the survey accepts comments. */
export const mayComment = ({ isMember, storedRole }: Pick<CurrentUser, "isMember" | "storedRole">): boolean =>
  RIGHTS.allows(RIGHTS.comment, { member: isMember, admin: storedRole === "admin" });

/**
 * The ids of the people who accepted to be co-owners of a survey. Their role decides which rights they have now
 * (`may`).
 */
export const coOwnersOf = ({ co_owners }: SurveyOwners): string[] => (co_owners === "" ? [] : co_owners.split(" "));

/** Whether a person acts on a survey as its owner or a co-owner, not as an admin. */
export const isOwnerAction = (person: Person, survey: SurveyOwners): boolean => may("speakAsOwner", person, survey);

/** The person who acts, and the request. */
export interface Action<P extends Person = Person> {
  currentUser: P;
  requestId: string;
}

/** The action of a request's current user. */
export const actionOf = <P extends Person>(currentUser: P, { id }: { id: string }): Action<P> => ({
  currentUser,
  requestId: id,
});

/**
 * The parts of an event that name its actor and its entry in the audit log. Actions of admins, who act for others, are
 * logged, and those of co-owners, so that it is known who did what; those of an only owner aren't.
 */
export function loggedFor(
  { currentUser, requestId }: Action,
  survey: SurveyOwners & { title: string },
  after: AuditState,
  before: AuditState = {},
): { by: AdminActor | OwnerActor; logged: { title: string; before: AuditState; after: AuditState } | null } {
  const { userId } = currentUser;
  const isOwner = isOwnerAction(currentUser, survey);
  return {
    by: isOwner ? { ownerId: userId, requestId } : { adminId: userId, requestId },
    logged: isOwner && survey.co_owners === "" ? null : { title: survey.title, before, after },
  };
}

/**
 * Whether a reader sees the addresses on a survey's list: the owner everywhere, co-owners only on pages, because an API
 * key would let them export the addresses.
 */
export const seesInvitedAddresses = (reader: CurrentUser | null, survey: SurveyOwners): boolean =>
  may(reader?.apiKey ? "exportList" : "keepList", reader, survey);
