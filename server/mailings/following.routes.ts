import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import { surveyEmailKind } from "@survey-app/contract/surveys/outcomes.ts";
import { actionOf } from "../ballots/rights.ts";
import type { MainDatabase } from "../database/database.ts";
import { apiError, orNotFound, orThrow } from "../http/apiError.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import type { HashAddress } from "../mail/addressHash.ts";
import { findSurvey } from "../surveys/surveys.sql.ts";
import {
  findEmailPreferences,
  findFollow,
  setEmailPreference,
  setFollow,
  setInvitationPreference,
} from "./follows.sql.ts";
import { addOwnReminder } from "./mailings.sql.ts";
import { findSending } from "./sending.sql.ts";

/** Serves following surveys, the owner's reminders and other emails, and users' email preferences. */
export function serveFollowing(
  registerEndpoint: RegisterEndpoint,
  database: MainDatabase,
  hashAddress: HashAddress,
): void {
  registerEndpoint(outcomes.getFollow, async ({ params, currentUser }) => {
    const survey = orNotFound(await findSurvey(database, params.id, currentUser));
    return findFollow(database, survey, { userId: currentUser.userId, hashAddress });
  });

  const storeFollow = async (surveyId: string, currentUser: CurrentUser, follows: boolean) => {
    orNotFound(await findSurvey(database, surveyId, currentUser));
    const choice = { surveyId, userId: currentUser.userId, follows };
    const isChanged = await database.transaction((tx) => setFollow(tx, choice));
    if (isChanged === null) throw apiError("notFound");
    return { modifiedCount: Number(isChanged) };
  };
  registerEndpoint(outcomes.followSurvey, ({ params, currentUser }) => storeFollow(params.id, currentUser, true));
  registerEndpoint(outcomes.unfollowSurvey, ({ params, currentUser }) => storeFollow(params.id, currentUser, false));

  registerEndpoint(outcomes.remindFollowers, async ({ params, currentUser, request }) => {
    const by = actionOf(currentUser, request);
    orThrow(await database.transaction((tx) => addOwnReminder(tx, params.id, by)));
    return { modifiedCount: 1 };
  });

  registerEndpoint(outcomes.getSending, async ({ params, currentUser }) =>
    orNotFound(await findSending(database, params.id, currentUser)),
  );

  registerEndpoint(outcomes.getEmailPreferences, ({ currentUser }) =>
    findEmailPreferences(database, currentUser.userId, hashAddress),
  );

  registerEndpoint(outcomes.setEmailPreferences, ({ body, currentUser }) =>
    database.transaction(async (tx) => {
      let modifiedCount = 0;
      for (const kind of surveyEmailKind.options) {
        const isWanted = body[kind];
        if (isWanted === undefined) continue;
        modifiedCount += Number(await setEmailPreference(tx, currentUser.userId, { kind, isWanted }));
      }
      if (body.invitations === undefined) return { modifiedCount };
      const choice = { isWanted: body.invitations, hashAddress };
      const isChanged = await setInvitationPreference(tx, currentUser.userId, choice);
      if (isChanged === null) throw apiError("confirmFirst");
      return { modifiedCount: modifiedCount + Number(isChanged) };
    }),
  );
}
