import * as z from "zod/mini";
import { changeEmail, userSession } from "./account/account.ts";
import { dayTotals } from "./ballots/dayTotals.ts";
import { ledgerAsks, ledgerClosing } from "./ballots/ledgerParts.ts";
import { passRule } from "./ballots/passRule.ts";
import { resultLabel } from "./ballots/resultLabel.ts";
import { endpoints } from "./endpoints.ts";
import { insertedResponse, modifiedResponse } from "./http/pagination.ts";
import { createCodes, invitation } from "./invitations/invitations.ts";
import { listedPerson, voterList } from "./invitations/voterLists.ts";
import { meetingEvent, meetingState, openedQuestion } from "./meetings/meetingState.ts";
import { draft, managedMeeting, meetingEntry } from "./meetings/meetings.ts";
import { auditEvent } from "./ops/audit.ts";
import { webhook, webhookDelivery } from "./ops/webhooks.ts";
import { payment } from "./payments/payments.ts";
import { portableResult } from "./results/portableResult.ts";
import { apiKey } from "./session/apiKeys.ts";
import { accountInvitation } from "./session/registration.ts";
import { turnOnSecondFactor } from "./session/secondFactor.ts";
import { getRoom } from "./sharing/rooms.ts";
import { listShortAddresses } from "./sharing/shortAddresses.ts";
import { feedback } from "./surveys/feedback.ts";
import { storedImage } from "./surveys/images.ts";
import { unpublication } from "./surveys/moderation.ts";
import { getEmailPreferences } from "./surveys/outcomes.ts";
import { coOwner } from "./surveys/owners.ts";
import { similarSurvey } from "./surveys/similarSurveys.ts";
import { surveyorRequest } from "./surveys/surveyorRequests.ts";
import { createSurvey, fullSurvey, survey, surveyResults, surveyTotals } from "./surveys/surveys.ts";
import { translation } from "./surveys/translations.ts";
import { identity, user } from "./users/users.ts";
import { comment } from "./votes/comments.ts";
import { getLinkVoting } from "./votes/linkVotes.ts";
import { unlistedSurvey } from "./votes/unlistedSurveys.ts";
import { getLedger, participation, report, vote } from "./votes/votes.ts";

/** The schemas of responses, under the names of their types in clients that are generated from the OpenAPI document. */
const named: Record<string, z.ZodMiniType> = {
  AccountInvitation: accountInvitation,
  ApiKey: apiKey,
  AuditEvent: auditEvent,
  CoOwner: coOwner,
  Comment: comment,
  DayTotals: dayTotals,
  EmailPreferences: getEmailPreferences.response,
  Feedback: feedback,
  FullSurvey: fullSurvey,
  Identity: identity,
  Inserted: insertedResponse,
  Invitation: invitation,
  IssuedCode: createCodes.response.def.element,
  Ledger: getLedger.response,
  LedgerClosing: ledgerClosing,
  LedgerQuestion: ledgerAsks,
  LinkVoting: getLinkVoting.response,
  ListedPerson: listedPerson,
  ManagedMeeting: managedMeeting,
  Meeting: meetingState,
  MeetingDraft: draft,
  MeetingEntry: meetingEntry,
  MeetingEvent: meetingEvent,
  MeetingQuestion: openedQuestion,
  Modified: modifiedResponse,
  NewSurvey: createSurvey.response,
  Participation: participation,
  PassRule: passRule,
  Payment: payment,
  PortableResult: portableResult,
  Report: report,
  ResultLabel: resultLabel,
  Room: getRoom.response,
  ShortAddresses: listShortAddresses.response,
  SimilarSurvey: similarSurvey,
  RecoveryCodes: turnOnSecondFactor.response,
  StoredImage: storedImage,
  Success: changeEmail.response,
  Survey: survey,
  SurveyResults: surveyResults,
  SurveyTotals: surveyTotals,
  SurveyorRequest: surveyorRequest,
  Translation: translation,
  Unpublication: unpublication,
  UnlistedSurvey: unlistedSurvey,
  User: user,
  UserSession: userSession,
  Vote: vote,
  VoterList: voterList,
  Webhook: webhook,
  WebhookDelivery: webhookDelivery,
};

/**
 * The names of response schemas in the OpenAPI document. A response of one endpoint alone is named after it:
 * `VerifyEmailResponse`, and `FailedWorkItem` for the items of a list.
 */
export const schemaNames = z.registry<{ id: string }>();

for (const [id, schema] of Object.entries(named)) schemaNames.add(schema, { id });
for (const [name, { response }] of endpoints) {
  const [, operationId = ""] = name.split(".");
  const own = isNullable(response) ? response.def.innerType : response;
  const isList = own instanceof z.ZodMiniArray;
  const schema = isList ? own.def.element : own;
  if (!(schema instanceof z.ZodMiniObject) || schemaNames.has(schema)) continue;
  const id = operationId.replace(/^(get|list)/, "").replace(/^./, (letter) => letter.toUpperCase());
  schemaNames.add(schema, { id: `${id}${isList ? "Item" : "Response"}` });
}

function isNullable(schema: z.ZodMiniType): schema is z.ZodMiniNullable<z.ZodMiniType> {
  return schema instanceof z.ZodMiniNullable;
}
