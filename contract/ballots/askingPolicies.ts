import * as z from "zod/mini";
import type { Electorate } from "./ballots.ts";

/**
 * Who may ask questions (setting SURVEYORS): accounts whose first survey an admin accepts (`request`), every account
 * with a confirmed email address (`everyone`), or only those whom an admin has promoted (`admins`).
 */
export const surveyorPolicy = z.enum(
  ["request", "everyone", "admins"],
  "SURVEYORS must be request, everyone or admins",
);
export type SurveyorPolicy = z.infer<typeof surveyorPolicy>;

/**
 * The surveys that an admin must publish (setting SURVEY_REVIEW): those in public lists, while the server publishes all
 * others immediately (`listed`); every survey (`all`); or none (`off`).
 */
export const reviewPolicy = z.enum(
  ["listed", "all", "off"],
  "SURVEY_REVIEW must be listed, all or off (what was on is all)",
);
export type ReviewPolicy = z.infer<typeof reviewPolicy>;

/**
 * Who may ask surveys that aren't in public lists (setting ASK_UNLISTED): surveyors; every account with a confirmed
 * address; or also guests (contract/account/guests.ts), who ask by open link only.
 */
export const unlistedPolicy = z.enum(
  ["surveyors", "confirmed", "anyone"],
  "ASK_UNLISTED must be surveyors, confirmed or anyone",
);
export type UnlistedPolicy = z.infer<typeof unlistedPolicy>;

/** Who may vote on surveys for everyone (setting VOTERS): every account, or those with a confirmed address. */
export const voterPolicy = z.enum(["accounts", "confirmed"], "VOTERS must be accounts or confirmed");
export type VoterPolicy = z.infer<typeof voterPolicy>;

/** The settings of an installation that decide who may ask what. */
export interface AskingPolicies {
  surveyReview: ReviewPolicy;
  surveyors: SurveyorPolicy;
  askUnlisted: UnlistedPolicy;
}

/**
 * Whether nobody vouches for a published survey: it isn't in public lists, no admin has accepted it, and its owner
 * isn't a surveyor. The server doesn't send emails about it, and shows neither its picture nor a card with its text.
 * Surveys in public lists are subject to `needsReview` instead.
 */
export function isUnreviewed(survey: { listed: number; accepted: number; ownerRole: string }): boolean {
  return survey.listed === 0 && survey.accepted === 0 && survey.ownerRole === "user";
}

/**
 * Whether an admin must publish a survey. Where every account becomes a surveyor, this includes surveys for invited
 * people: no admin knows their owners, and their invitations are emails.
 */
export function needsReview(
  { surveyReview, surveyors }: Pick<AskingPolicies, "surveyReview" | "surveyors">,
  survey: { listed: boolean; electorate: Electorate },
): boolean {
  if (surveyReview !== "listed") return surveyReview === "all";
  return survey.listed || (survey.electorate === "invited" && surveyors === "everyone");
}

/**
 * Whether an admin must accept a meeting before its links are sent and its questions opened: as for a survey for
 * invited people. Where every survey is reviewed, there are no meetings.
 */
export const meetingsNeedReview = (policies: Pick<AskingPolicies, "surveyReview" | "surveyors">): boolean =>
  needsReview(policies, { listed: false, electorate: "invited" });
