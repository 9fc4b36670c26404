import * as account from "./account.ts";
import * as apiKeys from "./apiKeys.ts";
import * as audit from "./audit.ts";
import * as comments from "./comments.ts";
import * as downloads from "./downloads.ts";
import * as emailTrail from "./emailTrail.ts";
import type { Endpoint } from "./endpoint.ts";
import * as failedWork from "./failedWork.ts";
import * as feedback from "./feedback.ts";
import * as images from "./images.ts";
import * as invitations from "./invitations.ts";
import * as legal from "./legal.ts";
import * as linkVotes from "./linkVotes.ts";
import * as liveTotals from "./liveTotals.ts";
import * as moderation from "./moderation.ts";
import * as notices from "./notices.ts";
import * as operations from "./operations.ts";
import * as outcomes from "./outcomes.ts";
import * as owners from "./owners.ts";
import * as ownNumbers from "./ownNumbers.ts";
import * as passkeys from "./passkeys.ts";
import * as payments from "./payments.ts";
import * as registration from "./registration.ts";
import * as rooms from "./rooms.ts";
import * as secondFactor from "./secondFactor.ts";
import * as series from "./series.ts";
import * as session from "./session.ts";
import * as setup from "./setup.ts";
import * as sharing from "./sharing.ts";
import * as shortAddresses from "./shortAddresses.ts";
import * as similarSurveys from "./similarSurveys.ts";
import * as surveyorRequests from "./surveyorRequests.ts";
import * as surveys from "./surveys.ts";
import * as unlistedSurveys from "./unlistedSurveys.ts";
import * as users from "./users.ts";
import * as voterLists from "./voterLists.ts";
import * as votes from "./votes.ts";
import * as webhooks from "./webhooks.ts";

const features = {
  session,
  passkeys,
  secondFactor,
  account,
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
  owners,
  voterLists,
  linkVotes,
  rooms,
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
