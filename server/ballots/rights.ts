import type { Party } from "@survey-app/contract/ballots/rights.ts";
import * as RIGHTS from "@survey-app/contract/ballots/rights.ts";
import type { AuditState } from "@survey-app/contract/ops/audit.ts";
import type { AdminActor, CurrentUser, OwnerActor } from "../http/currentUser.ts";

/** The rights of the contract's table that depend on who owns the survey. `visible.sql.ts` asks it who sees results. */
type Rights = Omit<typeof RIGHTS, "allows" | "comment" | "seeResults" | "mayAsk">;
type SurveyRight = keyof Rights;
type RightOf<P extends Party> = { [R in SurveyRight]: P extends Rights[R][number] ? R : never }[SurveyRight];

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
 * @param survey its row; what an admin has accepted matters only for rights that a `trustedOwner` has
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

/** Whether a person may comment on their own vote, where the survey takes comments. */
export const mayComment = ({ isMember, storedRole }: Pick<CurrentUser, "isMember" | "storedRole">): boolean =>
  RIGHTS.allows(RIGHTS.comment, { member: isMember, admin: storedRole === "admin" });

/** The ids of the people who accepted to be co-owners of a survey. Which rights they have now depends on their role (`may`). */
export const coOwnersOf = ({ co_owners }: SurveyOwners): string[] => (co_owners === "" ? [] : co_owners.split(" "));

/** Whether a person acts on a survey as its owner or a co-owner, not as an admin. */
export const isOwnerAction = (person: Person, survey: SurveyOwners): boolean => may("speakAsOwner", person, survey);

/** Who acts, by which request. */
export interface Action<P extends Person = Person> {
  currentUser: P;
  requestId: string;
}

/** The current user of a request, who acts by it. */
export const actionOf = <P extends Person>(currentUser: P, { id }: { id: string }): Action<P> => ({
  currentUser,
  requestId: id,
});

/**
 * The parts of an event that say who acts on a survey, and what the audit log says of it: admins act for others, and where there
 * are co-owners it has to be known who did what. What its only owner does is not logged.
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

/** Whether a reader sees the addresses on a survey's list: the owner everywhere, co-owners on pages only, because a program takes them away. */
export const seesInvitedAddresses = (reader: CurrentUser | null, survey: SurveyOwners): boolean =>
  may(reader?.apiKey ? "exportList" : "keepList", reader, survey);
