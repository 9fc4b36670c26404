import { namesVoters, sealsEarlierAnswers, takesComments } from "@survey-app/contract/ballots/ballots.ts";
import * as comments from "@survey-app/contract/votes/comments.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import { mayComment } from "../ballots/rights.ts";
import type { MainDatabase } from "../database/database.ts";
import { changeOf, type RecordSurveyEvent } from "../events/surveyEvents.ts";
import { apiError, fieldError, orNotFound, orThrow } from "../http/apiError.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { findSurvey } from "../surveys/surveys.sql.ts";
import { addComment, listComments, removeComment } from "./comments.sql.ts";
import { listCommentsByName } from "./reading/commentsByName.sql.ts";

export function serveComments(
  registerEndpoint: RegisterEndpoint,
  database: MainDatabase,
  record: RecordSurveyEvent,
): void {
  registerEndpoint(comments.listComments, async ({ params, query, currentUser, invitedVoter }) => {
    const reader = currentUser ?? invitedVoter;
    const survey = orNotFound(await findSurvey(database, params.id, currentUser));
    const isNamed = namesVoters(survey);
    if (!isNamed && query.vote !== undefined) throw fieldError("query.vote", formErrors.votes.unknownAnswers);
    const list = isNamed && !sealsEarlierAnswers(survey) ? listComments : listCommentsByName;
    return list(database.forLists, survey, query, reader);
  });

  // Allowed after the deadline, too: a comment changes neither the vote nor the result.
  registerEndpoint(comments.addComment, async ({ params, body, currentUser }) => {
    const survey = orNotFound(await findSurvey(database, params.id, currentUser));
    if (!takesComments(survey)) throw apiError("noComments");
    if (!mayComment(currentUser)) throw apiError("membersOnly");
    const added = { surveyId: params.id, userId: currentUser.userId, text: body.comments };
    const isAdded = await database.transaction((tx) => addComment(changeOf(tx, null, record), added));
    return { modifiedCount: Number(orThrow(isAdded)) };
  });

  // Whether or not the survey is still public, because the text is the user's own.
  registerEndpoint(comments.removeComment, async ({ params, currentUser }) => {
    const removed = { surveyId: params.id, userId: currentUser.userId };
    const isRemoved = await database.transaction((tx) => removeComment(changeOf(tx, null, record), removed));
    return { modifiedCount: Number(isRemoved) };
  });
}
