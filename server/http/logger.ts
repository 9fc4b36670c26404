import type { FastifyServerOptions } from "fastify";
import type { LogSink } from "../config/config.ts";

/**
 * Secrets that must never reach a log, wherever they come from: tokens, keys, hashes, passwords in URLs, links from
 * emails, and email addresses, which mail servers quote in their replies.
 */
const secrets: [pattern: RegExp, replacement: string][] = [
  [/eyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g, "[token]"],
  [/\b(sk|rk|pk)_(live|test)_\w+|\bpi_\w+_secret_\w+/g, "[key]"],
  // Our own: secrets of webhooks, in base64, and API keys.
  [/\bwhsec_[\w+/=]+|\bsak_[\w-]+/g, "[key]"],
  [/\$argon2\w*\$[^\s"']+/g, "[hash]"],
  [/(\/\/[^\s:/@]*):[^\s/@]+@/g, "$1:[password]@"],
  [/(\/(?:reset-password|verify-email)#)[\w-]+/g, "$1[link]"],
  // Codes of invitations, also in their links.
  [/\b(?:[0-9A-Z]{4}-){6}[0-9A-Z]{2}\b/gi, "[code]"],
  [/[\w.+'=~-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){1,10}/g, "[email]"],
];

function redactSecrets(text: string): string {
  return secrets.reduce((line, [pattern, replacement]) => line.replaceAll(pattern, replacement), text);
}

interface SerializedError {
  type: string;
  message: string;
  stack: string;
  [further: string]: unknown;
}

/** Keeps the parts of an error that locate its cause. Its other fields may hold input: rows, headers, addresses. */
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

/** Fastify's logger options: one JSON line per entry, so that input can't forge further entries. */
export function loggerOptions(level: string, sink: LogSink | undefined): FastifyServerOptions["logger"] {
  return {
    level,
    ...(sink && { stream: sink }),
    redact: ["req.headers.authorization", "req.headers.cookie"],
    serializers: { err: serializeError },
    // The last step before a line is written, so that it covers every field.
    hooks: { streamWrite: redactSecrets },
  };
}
