import * as account from "./account/account.ts";
import * as erasure from "./account/erasure.ts";
import * as guests from "./account/guests.ts";
import type { Endpoint } from "./http/endpoint.ts";
import * as invitations from "./invitations/invitations.ts";
import * as voterLists from "./invitations/voterLists.ts";
import * as waitingPeople from "./invitations/waitingPeople.ts";
import * as meetingQuestions from "./meetings/meetingQuestions.ts";
import * as meetings from "./meetings/meetings.ts";
import * as mine from "./meetings/mine.ts";
import * as record from "./meetings/record.ts";
import * as audit from "./ops/audit.ts";
import * as emailTrail from "./ops/emailTrail.ts";
import * as failedWork from "./ops/failedWork.ts";
import * as legal from "./ops/legal.ts";
import * as notices from "./ops/notices.ts";
import * as operations from "./ops/operations.ts";
import * as setup from "./ops/setup.ts";
import * as webhooks from "./ops/webhooks.ts";
import * as payments from "./payments/payments.ts";
import * as downloads from "./results/downloads.ts";
import * as apiKeys from "./session/apiKeys.ts";
import * as passkeys from "./session/passkeys.ts";
import * as registration from "./session/registration.ts";
import * as secondFactor from "./session/secondFactor.ts";
import * as session from "./session/session.ts";
import * as rooms from "./sharing/rooms.ts";
import * as sharing from "./sharing/sharing.ts";
import * as shortAddresses from "./sharing/shortAddresses.ts";
import * as feedback from "./surveys/feedback.ts";
import * as images from "./surveys/images.ts";
import * as moderation from "./surveys/moderation.ts";
import * as outcomes from "./surveys/outcomes.ts";
import * as owners from "./surveys/owners.ts";
import * as series from "./surveys/series.ts";
import * as similarSurveys from "./surveys/similarSurveys.ts";
import * as surveyorRequests from "./surveys/surveyorRequests.ts";
import * as surveys from "./surveys/surveys.ts";
import * as users from "./users/users.ts";
import * as comments from "./votes/comments.ts";
import * as linkVotes from "./votes/linkVotes.ts";
import * as liveTotals from "./votes/liveTotals.ts";
import * as ownNumbers from "./votes/ownNumbers.ts";
import * as unlistedSurveys from "./votes/unlistedSurveys.ts";
import * as votes from "./votes/votes.ts";

const features = {
  session,
  passkeys,
  secondFactor,
  account,
  erasure,
  guests,
  apiKeys,
  users,
  surveys,
  ownNumbers,
  similarSurveys,
  series,
  sharing,
  shortAddresses,
  surveyorRequests,
  moderation,
  unlistedSurveys,
  votes,
  liveTotals,
  invitations,
  waitingPeople,
  mine,
  owners,
  voterLists,
  linkVotes,
  rooms,
  meetings,
  meetingQuestions,
  record,
  comments,
  downloads,
  feedback,
  notices,
  operations,
  emailTrail,
  outcomes,
  payments,
  images,
  legal,
  audit,
  failedWork,
  setup,
  webhooks,
  registration,
};

/** Every declared endpoint by feature and name: `surveys.listLatestSurveys`, `votes.castVote`. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(features).flatMap(([feature, exports]) =>
    Object.entries(exports).flatMap(([name, value]) =>
      isEndpoint(value) ? [[`${feature}.${name}`, value] as const] : [],
    ),
  ),
);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "response" in value;
}
