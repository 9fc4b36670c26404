import { APIError, BetterAuthError, type Logger } from "better-auth";
import type { FastifyBaseLogger } from "fastify";

/**
 * The sign-in library's log, into ours. It also tells, with addresses and stacks, of wrong passwords and old links, which
 * anybody can provoke at will: only what broke on our side is kept, and that is an error which is none of its own.
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
