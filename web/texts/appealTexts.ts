import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of what admins and owners write about an unpublished survey, and of the owner's appeal. */

export const fromAdmin = "What the admin wrote";
export const appealOf = "The owner's appeal";
export const appealOn = (day: ReactNode) => rich`Appealed on ${day}`;
export const inReview = "This survey awaits review again. We'll email the decision.";
export const inReviewHere = "This survey awaits review again. The decision will appear here.";
export const staysUnpublished =
  "An admin reviewed it again, and it stays unpublished. The feedback is under Feedbacks.";

export const appeal = "Appeal";
export const appealTitle = "Appeal this decision?";
export const appealText =
  "You can appeal once. An admin then reviews the survey again, and you can't change what you wrote.";
export const appealLabel = "Why should it be published?";
export const appealEmpty = "Say why the survey should be published.";
export const appealSubmit = "Send appeal";
export const appealSent = "Your appeal is sent. The survey awaits review again.";
export const appealUnknown =
  "We couldn't reach the server, so we don't know whether your appeal was sent. Try again: it is never sent twice.";
