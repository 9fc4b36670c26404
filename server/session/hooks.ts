import { VERIFIED } from "@survey-app/contract/users.ts";
import type { BetterAuthOptions } from "better-auth";
import { APIError } from "better-auth/api";
import type { Database } from "../database/database.ts";
import { noteActor } from "../http/logger.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { deviceOf } from "./device.ts";
import { findSigner } from "./session.sql.ts";
import { endReplaced, isNewDevice, keepProviderSession } from "./userSessions.sql.ts";

/** The library's error code for a sign-in to a blocked account. */
export const BLOCKED_CODE = "ACCOUNT_BLOCKED";

/**
 * The library's hooks around the creation of users and sessions; they run for every sign-in method.
 * @param invalidateSession removes a session from the cache immediately
 */
export function signInHooks(
  database: Database,
  invalidateSession: (sessionId: string) => void,
): NonNullable<BetterAuthOptions["databaseHooks"]> {
  return {
    user: {
      create: {
        async after({ id, email, emailVerified }) {
          if (!emailVerified) await enqueueEmail(database, email, { kind: "emailVerification", userId: id });
        },
      },
    },
    session: {
      create: {
        async before({ userId }) {
          const signer = await findSigner(database, userId);
          if (signer?.status !== VERIFIED) throw new APIError("FORBIDDEN", { code: BLOCKED_CODE });
        },
        async after({ id, userId, userAgent }, context) {
          noteActor(userId);
          const provider = (context?.params as { id?: string } | undefined)?.id;
          if (provider !== undefined && !(await keepProviderSession(database, { sessionId: id, userId, provider })))
            throw new APIError("CONFLICT");
          const cookie = context?.context.authCookies.sessionToken.name;
          const token = cookie && (await context.getSignedCookie(cookie, context.context.secret));
          const replaced = token ? await endReplaced(database, token, { id, userId }) : null;
          if (replaced) invalidateSession(replaced);
          const device = deviceOf(userAgent);
          if (!(await isNewDevice(database, userId, device))) return;
          const signer = await findSigner(database, userId);
          // An unconfirmed address may belong to a stranger, who has nothing to do with this account.
          if (signer?.email_verified)
            await enqueueEmail(database, signer.email, { kind: "newDevice", device, at: Date.now() });
        },
      },
    },
  };
}
