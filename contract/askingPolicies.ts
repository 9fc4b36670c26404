import * as z from "zod/mini";
import type { Electorate } from "./ballots.ts";

/**
 * Who may ask questions (setting SURVEYORS): accounts whose first survey an admin accepts (`request`), every account with a
 * confirmed email address (`everyone`), or only those whom an admin has promoted (`admins`).
 */
export const surveyorPolicy = z.enum(
  ["request", "everyone", "admins"],
  "SURVEYORS must be request, everyone or admins",
);
export type SurveyorPolicy = z.infer<typeof surveyorPolicy>;

/**
 * Which surveys an admin publishes (setting SURVEY_REVIEW): those in public lists, while the server publishes the others at once
 * (`listed`); every survey (`all`); or none (`off`).
 */
export const reviewPolicy = z.enum(
  ["listed", "all", "off"],
  "SURVEY_REVIEW must be listed, all or off (what was on is all)",
);
export type ReviewPolicy = z.infer<typeof reviewPolicy>;

/** The settings of an installation that decide who may ask what. */
export interface AskingPolicies {
  surveyReview: ReviewPolicy;
  surveyors: SurveyorPolicy;
}

/**
 * Whether an admin must publish a survey. Where everyone may ask, also one for invited people: no admin knows its owner, and its
 * invitations are emails.
 */
export function needsReview(
  { surveyReview, surveyors }: AskingPolicies,
  survey: { listed: boolean; electorate: Electorate },
): boolean {
  if (surveyReview !== "listed") return surveyReview === "all";
  return survey.listed || (survey.electorate === "invited" && surveyors === "everyone");
}
