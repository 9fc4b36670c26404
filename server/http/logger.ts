import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyRequest, FastifyServerOptions } from "fastify";

/** Where the log goes, line by line. */
export interface LogSink {
  write(line: string): void;
}

/** The request that other people's code, like the sign-in library, works for: what it logs names it. */
const atWork = new AsyncLocalStorage<FastifyRequest>();

/** Runs `work` for a request: what is logged meanwhile bears its id, and `actor` notes who it turned out to be. */
export function workFor<T>(request: FastifyRequest, work: () => T): T {
  return atWork.run(request, work);
}

/** Notes who the person turned out to be who has just come in. */
export function noteActor(userId: string): void {
  const request = atWork.getStore();
  if (request) request.actor = userId;
}

/**
 * What must never reach a log, wherever it came from: tokens, keys, hashes, passwords in URLs, links of emails, and email
 * addresses, which mail servers quote in their replies.
 */
const secrets: [pattern: RegExp, by: string][] = [
  [/eyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g, "[token]"],
  [/\b(sk|rk|pk)_(live|test)_\w+|\bwhsec_\w+|\bpi_\w+_secret_\w+/g, "[key]"],
  [/\$argon2\w*\$[^\s"']+/g, "[hash]"],
  [/(\/\/[^\s:/@]*):[^\s/@]+@/g, "$1:[password]@"],
  [/(\/(?:reset-password|verify-email)#)[\w-]+/g, "$1[link]"],
  [/[\w.+'=~-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){1,10}/g, "[email]"],
];

function withoutSecrets(text: string): string {
  return secrets.reduce((left, [pattern, by]) => left.replaceAll(pattern, by), text);
}

interface SerializedError {
  type: string;
  message: string;
  stack: string;
  [further: string]: unknown;
}

/** Of an error what tells where it came from. Its other fields may hold what was sent: rows, headers, addresses. */
function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: "" };
  const { name, message, stack = "", cause } = error;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return {
    type: name,
    message,
    stack,
    ...((typeof code === "string" || typeof code === "number") && { code }),
    ...(typeof errcode === "number" && { errcode }),
    ...(cause !== undefined && { cause: serializeError(cause) }),
  };
}

/** One line of JSON for each thing that happened: whatever somebody sent stays within its quotes. */
export function loggerOptions(level: string, sink: LogSink | undefined): FastifyServerOptions["logger"] {
  return {
    level,
    ...(sink && { stream: sink }),
    redact: ["req.headers.authorization", "req.headers.cookie"],
    serializers: { err: serializeError },
    // The last step before a line is written, so that no field of any line is left out.
    hooks: { streamWrite: withoutSecrets },
    mixin() {
      const request = atWork.getStore();
      return request ? { reqId: request.id } : {};
    },
  };
}
