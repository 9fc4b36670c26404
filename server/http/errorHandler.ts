import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { apiErrors, type ErrorCode, type ProblemDetails } from "@survey-app/contract/errors.ts";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { isUnavailable } from "../database/unavailable.ts";
import { ApiError } from "./apiError.ts";
import { logRejectedRequest } from "./securityLog.ts";

/** What Fastify itself refuses, in our words. */
const byFastifyCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "malformedRequest",
  FST_ERR_BAD_URL: "malformedRequest",
  FST_ERR_ASYNC_CONSTRAINT: "malformedRequest",
  FST_ERR_MAX_PARAM_LENGTH: "notFound",
};

/** What Fastify and its plugins refuse by other codes, by its status; other 4xx are `malformedRequest`. */
const byStatus: Record<number, ErrorCode> = {
  400: "malformedBody",
  403: "notFound", // a path that leads out of a folder of files
  404: "notFound",
  406: "wrongContentType",
  413: "tooLarge",
  415: "wrongContentType",
};

const PROBLEM_TYPE = "application/problem+json; charset=utf-8";

/** Seconds after which a client should try again when the database is away or the queue is full. */
const BUSY_RETRY_SECONDS = 2;

/**
 * Turns whatever was thrown into problem+json. Bugs are logged with the request's id and answered without internals.
 * @param write writes the problem in another form, and sets its type
 */
export function handleError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  write: (problem: ProblemDetails) => string = JSON.stringify,
): FastifyReply {
  const apiError = toRefusal(error);
  logRejectedRequest(request, apiError.code);
  if (apiError.code === "unexpected") request.log.error({ err: error, reqId: request.id }, "unexpected");
  const problem = toProblem(apiError, request.id);
  if (apiError.retryAfter !== undefined) reply.header("retry-after", apiError.retryAfter);
  reply.code(problem.status).header("cache-control", "no-store").type(PROBLEM_TYPE);
  return reply.send(write(problem));
}

/** Answers what is not even HTTP, or no single request: there is no reply to send it with, and the connection ends. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket, headers: Record<string, string>): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
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

function toProblem({ code, errors }: ApiError, requestId: string): ProblemDetails {
  const [status, detail] = apiErrors[code];
  return {
    type: "about:blank",
    title: STATUS_CODES[status] ?? "Error",
    status,
    detail,
    code,
    requestId,
    ...(errors && { errors }),
  };
}

function toRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { code = "", statusCode = 500 } = error as FastifyError;
  const known = byFastifyCode[code] ?? byStatus[statusCode];
  if (known) return new ApiError(known);
  if (statusCode >= 400 && statusCode < 500) return new ApiError("malformedRequest");
  if (isUnavailable(error)) return new ApiError("busy", { retryAfter: BUSY_RETRY_SECONDS });
  return new ApiError("unexpected");
}
