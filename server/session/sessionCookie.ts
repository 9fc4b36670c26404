import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import * as z from "zod";

/** Lets the sign-in library set its cookie for a session that it did not create. Not reachable over HTTP. */
export const sessionCookie = {
  id: "session-cookie",
  endpoints: {
    setSessionCookie: createAuthEndpoint.serverOnly(
      { method: "POST", body: z.object({ token: z.string() }) },
      async (context) => {
        const { authCookies, secret, sessionConfig } = context.context;
        const { name, attributes } = authCookies.sessionToken;
        await context.setSignedCookie(name, context.body.token, secret, {
          ...attributes,
          maxAge: sessionConfig.expiresIn,
        });
        return context.json({});
      },
    ),
  },
} satisfies BetterAuthPlugin;
