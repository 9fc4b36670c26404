import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { modifiedResponse, paginationQuery } from "../http/pagination.ts";
import { COMMENT_MAX } from "../text/limits.ts";
import { id, paragraphs } from "../text/text.ts";
import { choice, vote } from "./votes.ts";

/** The comment of a vote, with the name and the choice of the voter; on confidential surveys only with the name. */
export const comment = z.object({
  /** The vote's id; another one where comments are sorted by name, because a vote's id tells when it was cast. */
  _id: z.string(),
  userName: z.string(),
  vote: z.nullable(vote.shape.vote),
  comments: z.string(),
  /** When it was written: with the vote, or later. */
  commentedAt: z.nullable(z.string()),
  /** Whether this is the current user's comment. */
  isOwn: z.boolean(),
});
export type Comment = z.infer<typeof comment>;

export const commentForm = z.object({
  comments: paragraphs("Comment", COMMENT_MAX, formErrors.comment).check(z.minLength(1, formErrors.comment.required)),
});

export const listComments = endpoint({
  method: "GET",
  path: "/surveys/:id/comments",
  summary:
    "The comments on a survey, newest first; with `vote` only those of votes with this answer. While its results are " +
    "hidden, only the current user's own comment. On confidential surveys they are sorted by name and can't be filtered, " +
    "and `vote` and `commentedAt` are null. Where earlier answers stay sealed, they are sorted by name without `commentedAt`",
  access: "anyone",
  params: z.object({ id }),
  query: z.object({ vote: z.optional(choice), ...paginationQuery }),
  response: z.array(comment),
  paginated: true,
  readsInvitation: true,
});

export const addComment = endpoint({
  method: "POST",
  path: "/surveys/:id/votes/mine/comment",
  summary: "Add a comment to the current user's vote, if it has none. Members only; the vote itself doesn't change",
  access: "signedIn",
  keyScope: "vote",
  params: z.object({ id }),
  body: commentForm,
  response: modifiedResponse,
  errors: ["noComments", "notVoted", "membersOnly", "alreadyCommented"],
  rateLimit: { max: 30, seconds: 3600 },
});

export const removeComment = endpoint({
  method: "DELETE",
  path: "/surveys/:id/votes/mine/comment",
  summary: "Remove the comment of the current user's vote, even after the membership has ended",
  access: "signedIn",
  keyScope: "vote",
  params: z.object({ id }),
  response: modifiedResponse,
  rateLimit: { max: 30, seconds: 3600 },
});
