import * as secondFactor from "@survey-app/contract/session/secondFactor.ts";
import type { Database } from "../../database/database.ts";
import { apiError, orNotFound, orThrow } from "../../http/apiError.ts";
import type { RegisterEndpoint } from "../../http/endpoints.ts";
import type { FollowRole } from "../providers/followRole.ts";
import type { SignInParts } from "../signInParts.ts";
import {
  forgetDevice,
  readSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from "./secondFactor.sql.ts";

/** The second factor: codes of an authenticator app, and recovery codes. */
export function serveSecondFactor(
  registerEndpoint: RegisterEndpoint,
  database: Database,
  { signIn, signInAttempts, sessions, box, siteName, followRole }: SignInParts & { followRole: FollowRole },
): void {
  registerEndpoint(secondFactor.signInWithCode, async ({ body, request, reply }) => ({
    user: await signIn.byCode(body, request, reply, followRole),
  }));

  registerEndpoint(secondFactor.getSecondFactor, async ({ currentUser }) => ({
    ...(await readSecondFactor(database, currentUser.userId)),
    isMissing: currentUser.lacksSecondFactor,
  }));

  registerEndpoint(secondFactor.setUpSecondFactor, async ({ currentUser }) =>
    orThrow(await setUpSecondFactor(database, currentUser, { box, siteName })),
  );

  registerEndpoint(secondFactor.turnOnSecondFactor, async ({ body: { code }, currentUser }) => {
    const { userId } = currentUser;
    const recoveryCodes = await signInAttempts.guardCode(userId, async () =>
      orThrow(await turnOnSecondFactor(database, currentUser, { code, box })),
    );
    sessions.invalidateUser(userId);
    return { recoveryCodes };
  });

  registerEndpoint(secondFactor.turnOffSecondFactor, async ({ currentUser: { userId } }) => {
    if (!(await turnOffSecondFactor(database, userId, null))) throw apiError("alreadySo");
    sessions.invalidateUser(userId);
    return { modifiedCount: 1 };
  });

  registerEndpoint(secondFactor.renewRecoveryCodes, async ({ currentUser }) => ({
    recoveryCodes: orThrow(await renewRecoveryCodes(database, currentUser)),
  }));

  registerEndpoint(secondFactor.forgetDevice, async ({ params, currentUser }) => {
    orNotFound(await forgetDevice(database, currentUser.userId, params.id));
    return { modifiedCount: 1 };
  });
}
