import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { apiErrors, type ErrorCode, type ProblemDetails } from "@survey-app/contract/http/errors.ts";
import * as errorTexts from "@survey-app/texts/errorTexts.ts";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { InvalidCursorError } from "../database/cursor.ts";
import { isUnavailable, isUnwritable, isVoteNodeDown } from "../database/unavailable.ts";
import { ApiError, fieldError } from "./apiError.ts";
import { withCode } from "./fieldErrorCodes.ts";
import { logRejectedRequest } from "./securityLog.ts";

/** Error codes for errors that Fastify itself throws. */
const byFastifyCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "malformedRequest",
  FST_ERR_BAD_URL: "malformedRequest",
  FST_ERR_ASYNC_CONSTRAINT: "malformedRequest",
  FST_ERR_MAX_PARAM_LENGTH: "notFound",
};

/** Error codes for other errors of Fastify and its plugins, by status; other 4xx become `malformedRequest`. */
const byStatus: Record<number, ErrorCode> = {
  400: "malformedBody",
  403: "notFound", // a path outside of the folder of static files
  404: "notFound",
  406: "wrongContentType",
  413: "tooLarge",
  415: "wrongContentType",
};

const PROBLEM_TYPE = "application/problem+json; charset=utf-8";

/** Seconds after which a client should retry when the database is unreachable or the queue is full. */
const BUSY_RETRY_SECONDS = 2;
/** When a client may try again while nothing can be stored, in seconds: an operator has to make room first. */
const UNWRITABLE_RETRY_SECONDS = 60;

/**
 * Responds to any thrown error with problem+json. Bugs are logged with the request id; the response reveals no
 * internals.
 * @param render renders the problem in another format, and sets the content type
 */
export function handleError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  render: (problem: ProblemDetails) => string = JSON.stringify,
): FastifyReply {
  const apiError = toApiError(error);
  logRejectedRequest(request, apiError.code);
  if (apiError.code === "unexpected") request.log.error({ err: error, reqId: request.id }, "unexpected");
  const problem = toProblem(apiError, request.id);
  if (apiError.retryAfter !== undefined) reply.header("retry-after", apiError.retryAfter);
  reply.code(problem.status).header("cache-control", "no-store").type(PROBLEM_TYPE);
  return reply.send(render(problem));
}

/** Responds to invalid HTTP, for which Fastify doesn't create a reply. So this writes to the socket and closes it. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket, headers: Record<string, string>): void {
  // Doesn't respond on a connection that never sent anything: the browser that opened it in advance would take the
  // response for that to its first request, which may be on its way.
  if (error.code === "ECONNRESET" || !socket.writable || socket.bytesRead === 0) return void socket.destroy();
  const code = error.code === "HPE_HEADER_OVERFLOW" ? "headersTooLarge" : "malformedRequest";
  const problem = toProblem(new ApiError(code), randomUUID());
  const body = JSON.stringify(problem);
  const lines = Object.entries({
    ...headers,
    "cache-control": "no-store",
    "content-type": PROBLEM_TYPE,
    "content-length": Buffer.byteLength(body),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${problem.title}\r\n${lines.join("")}\r\n${body}`);
}

function toProblem(
  { code, errors, currentVote, endedInvitation, retryAfter }: ApiError,
  requestId: string,
): ProblemDetails {
  const [status, sentence] = apiErrors[code];
  const minutes = code === "tooFast" && retryAfter !== undefined ? Math.ceil(retryAfter / 60) : null;
  const detail = minutes === null ? sentence : errorTexts.tooFastMinutes(minutes);
  return {
    type: "about:blank",
    title: STATUS_CODES[status] ?? "Error",
    status,
    detail,
    code,
    requestId,
    ...(minutes !== null && { minutes }),
    ...(errors && { errors: errors.map(withCode) }),
    ...(currentVote && { currentVote }),
    ...(endedInvitation && { endedInvitation }),
  };
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof InvalidCursorError) return fieldError("query.cursor", error.message);
  const { code = "", statusCode = 500 } = error as FastifyError;
  const mapped = byFastifyCode[code] ?? byStatus[statusCode];
  if (mapped) return new ApiError(mapped);
  if (statusCode >= 400 && statusCode < 500) return new ApiError("malformedRequest");
  if (isVoteNodeDown(error)) return new ApiError("votesAway", { retryAfter: BUSY_RETRY_SECONDS });
  if (isUnwritable(error)) return new ApiError("notWritable", { retryAfter: UNWRITABLE_RETRY_SECONDS });
  if (isUnavailable(error)) return new ApiError("busy", { retryAfter: BUSY_RETRY_SECONDS });
  return new ApiError("unexpected");
}
