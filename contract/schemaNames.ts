import * as z from "zod/mini";
import { changeEmail, userSession } from "./account.ts";
import { apiKey } from "./apiKeys.ts";
import { auditEvent } from "./audit.ts";
import { comment } from "./comments.ts";
import { dayTotals } from "./dayTotals.ts";
import { endpoints } from "./endpoints.ts";
import { feedback } from "./feedback.ts";
import { storedImage } from "./images.ts";
import { createCodes, invitation } from "./invitations.ts";
import { ledgerAsks, ledgerClosing } from "./ledgerParts.ts";
import { getLinkVoting } from "./linkVotes.ts";
import { unpublication } from "./moderation.ts";
import { getEmailPreferences } from "./outcomes.ts";
import { coOwner } from "./owners.ts";
import { insertedResponse, modifiedResponse } from "./pagination.ts";
import { passRule } from "./passRule.ts";
import { payment } from "./payments.ts";
import { portableResult } from "./portableResult.ts";
import { accountInvitation } from "./registration.ts";
import { resultLabel } from "./resultLabel.ts";
import { getRoom } from "./rooms.ts";
import { turnOnSecondFactor } from "./secondFactor.ts";
import { listShortAddresses } from "./shortAddresses.ts";
import { similarSurvey } from "./similarSurveys.ts";
import { surveyorRequest } from "./surveyorRequests.ts";
import { createSurvey, fullSurvey, survey, surveyResults, surveyTotals } from "./surveys.ts";
import { translation } from "./translations.ts";
import { unlistedSurvey } from "./unlistedSurveys.ts";
import { identity, user } from "./users.ts";
import { listedPerson, voterList } from "./voterLists.ts";
import { getLedger, participation, report, vote } from "./votes.ts";
import { webhook, webhookDelivery } from "./webhooks.ts";

/** What responses contain, under the name that clients generated from the OpenAPI document give its type. */
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
 * The names of response schemas in the OpenAPI document. A response of one endpoint alone is named after it: `VerifyEmailResponse`, and
 * `FailedWorkItem` for what a list has.
 */
export const schemaNames = z.registry<{ id: string }>();

for (const [id, schema] of Object.entries(named)) schemaNames.add(schema, { id });
for (const [name, { response }] of endpoints) {
  const [, operationId = ""] = name.split(".");
  const own = isNullable(response) ? response.def.innerType : response;
  const isList = own instanceof z.ZodMiniArray;
  const schema = isList ? own.def.element : own;
  if (!(schema instanceof z.ZodMiniObject) || schemaNames.has(schema)) continue;
  const id = operationId.replace(/^(get|list)(My)?/, "").replace(/^./, (letter) => letter.toUpperCase());
  schemaNames.add(schema, { id: `${id}${isList ? "Item" : "Response"}` });
}

function isNullable(schema: z.ZodMiniType): schema is z.ZodMiniNullable<z.ZodMiniType> {
  return schema instanceof z.ZodMiniNullable;
}
