import * as outcomes from "@survey-app/contract/outcomes.ts";
import { surveyEmailKind } from "@survey-app/contract/outcomes.ts";
import type { HashAddress } from "../database/addressHash.ts";
import type { CurrentUser } from "../database/currentUser.ts";
import type { MainDatabase } from "../database/database.ts";
import type { EventBus } from "../database/events.ts";
import { apiError, orNotFound } from "../http/apiError.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { findSurvey } from "../surveys/surveys.sql.ts";
import {
  findEmailPreferences,
  follows,
  setEmailPreference,
  setFollow,
  setInvitationPreference,
} from "./follows.sql.ts";
import { addOwnReminder } from "./mailings.sql.ts";
import { addOutcome } from "./outcomes.sql.ts";

export function serveOutcomes(
  registerEndpoint: RegisterEndpoint,
  database: MainDatabase,
  { events, hashAddress }: { events: EventBus; hashAddress: HashAddress },
): void {
  const requireSurvey = async (id: string, currentUser: CurrentUser) => {
    orNotFound(await findSurvey(database, id, currentUser));
  };

  registerEndpoint(outcomes.getFollow, async ({ params, currentUser }) => {
    await requireSurvey(params.id, currentUser);
    return { follows: await follows(database, params.id, currentUser.userId) };
  });

  const choose = async (surveyId: string, currentUser: CurrentUser, follows: boolean) => {
    await requireSurvey(surveyId, currentUser);
    const isChanged = await setFollow(database, { surveyId, userId: currentUser.userId, follows });
    return { modifiedCount: isChanged ? 1 : 0 };
  };
  registerEndpoint(outcomes.followSurvey, ({ params, currentUser }) => choose(params.id, currentUser, true));
  registerEndpoint(outcomes.unfollowSurvey, ({ params, currentUser }) => choose(params.id, currentUser, false));

  registerEndpoint(outcomes.setOutcome, async ({ params, body, currentUser }) => {
    const added = await database.transaction((tx) => addOutcome(tx, params.id, { text: body.text, currentUser }));
    if (added !== "added" && added !== "same") throw apiError(added);
    if (added === "added") events.emit(new Set([params.id]), "content");
    return { modifiedCount: added === "added" ? 1 : 0 };
  });

  registerEndpoint(outcomes.remindFollowers, async ({ params, currentUser }) => {
    const added = await database.transaction((tx) => addOwnReminder(tx, params.id, currentUser));
    if (added !== "added") throw apiError(added);
    return { modifiedCount: 1 };
  });

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
