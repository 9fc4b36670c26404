import { getFeedback, listFeedback } from "@survey-app/contract/surveys/feedback.ts";
import { privateListQuery } from "../api/privateListQuery.ts";
import { privateQuery } from "../api/privateQuery.ts";

/** The feedback that the user with this email received, newest first. */
export const ownFeedback = (email: string) =>
  privateListQuery(["feedback", "own", email], listFeedback, { params: { email } });

export const oneFeedback = (id: string) => privateQuery(["feedback", "one", id], getFeedback, { params: { id } });
