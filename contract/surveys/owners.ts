import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { insertedResponse, modifiedResponse } from "../http/pagination.ts";
import { language } from "../text/language.ts";
import { CO_OWNERS_MAX, OWNER_INVITATION_DAYS, SHARED_SURVEYS_MAX } from "../text/limits.ts";
import { id, newEmail, writtenEmail } from "../text/text.ts";
import { survey } from "./surveys.ts";

/** A co-owner of a survey, or a person who is invited to become one. */
export const coOwner = z.object({
  _id: z.string(),
  /**
   * Null until the invited person has accepted, so that it doesn't reveal whose address it is, or whether it has an
   * account.
   */
  name: z.nullable(z.string()),
  email: writtenEmail,
  invitedAt: z.string(),
  acceptedAt: z.nullable(z.string()),
  /** Whether the co-owner can use the survey now: is not blocked, and still a surveyor. */
  isActive: z.boolean(),
  /** Whether it is the current user. */
  isYou: z.boolean(),
});
export type CoOwner = z.infer<typeof coOwner>;

export const listOwners = endpoint({
  method: "GET",
  path: "/surveys/:id/owners",
  summary:
    "The owner and the co-owners of a survey, for them and for admins; only the owner and admins see who is invited",
  access: "surveyor",
  params: z.object({ id }),
  response: z.object({
    owner: z.object({ name: z.string(), email: writtenEmail, isYou: z.boolean() }),
    /** In the order in which they were invited. */
    coOwners: z.array(coOwner),
  }),
});
export type SurveyOwners = z.infer<typeof listOwners.response>;

export const inviteCoOwner = endpoint({
  method: "POST",
  path: "/surveys/:id/owners",
  summary:
    `Invite a surveyor by email address to own a survey of the current user, too: at most ${CO_OWNERS_MAX}. An invitation can be ` +
    `accepted for ${OWNER_INVITATION_DAYS} days. The response doesn't tell whether the address has an account; only surveyors get an email`,
  access: "surveyor",
  params: z.object({ id }),
  body: z.object({ email: newEmail }),
  response: insertedResponse,
  errors: ["alreadyOwner", "tooManyOwners", "questionOfMeeting"],
  rateLimit: { max: 30, seconds: 3600 },
});

export const acceptCoOwnership = endpoint({
  method: "POST",
  path: "/surveys/:id/owners/accept",
  summary: `Become a co-owner of a survey, if the confirmed address of the current user is invited; at most ${SHARED_SURVEYS_MAX} surveys`,
  access: "surveyor",
  params: z.object({ id }),
  response: modifiedResponse,
  errors: ["confirmFirst", "tooManyShared"],
  rateLimit: { max: 60, seconds: 3600 },
});

export const leaveSurvey = endpoint({
  method: "DELETE",
  path: "/surveys/:id/owners/mine",
  summary: "Stop being a co-owner of a survey, at once, or decline the invitation",
  access: "signedIn",
  params: z.object({ id }),
  response: modifiedResponse,
});

export const removeCoOwner = endpoint({
  method: "DELETE",
  path: "/surveys/:id/owners/:owner",
  summary: "Remove a co-owner of a survey of the current user, at once, or take back an invitation",
  access: "surveyor",
  params: z.object({ id, owner: id }),
  response: modifiedResponse,
  rateLimit: { max: 60, seconds: 3600 },
});

export const listSharedSurveys = endpoint({
  method: "GET",
  path: "/shared-surveys",
  summary:
    "The surveys of others that the current user co-owns, newest first, and those whose owners have invited them",
  access: "surveyor",
  keyScope: "read",
  response: z.object({
    surveys: z.array(survey),
    invitations: z.array(
      z.object({
        surveyId: z.string(),
        Title: z.string(),
        language: z.nullable(language),
        ownerName: z.string(),
        invitedAt: z.string(),
      }),
    ),
  }),
});
export type SharedSurveys = z.infer<typeof listSharedSurveys.response>;
