import { APIError, BetterAuthError, type Logger } from "better-auth";
import type { FastifyBaseLogger } from "fastify";

/**
 * Passes the sign-in library's log on to ours. The library also logs wrong passwords and old links, with addresses and
 * stacks, and anyone can cause these. So only failures on our side are logged: errors that are not of its own classes.
 */
export function libraryLog(log: Pick<FastifyBaseLogger, "error">): Logger {
  return {
    level: "error",
    log(_level, message, ...details) {
      const err = details.find((detail) => detail instanceof Error);
      if (err && !(err instanceof BetterAuthError) && !(err instanceof APIError)) log.error({ err }, message);
    },
  };
}
