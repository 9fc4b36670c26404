import { STATUS_CODES } from "node:http";
import { type Problem, type RefusalCode, refusals } from "@survey-app/contract/refusals.ts";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { isUnavailable } from "../database/unavailable.ts";
import { Refusal } from "./refuse.ts";

/** What Fastify itself refuses, in our words. */
const byFastifyCode: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "tooLarge",
  FST_REQ_FILE_TOO_LARGE: "tooLarge",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "wrongContentType",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "malformedRequest",
  FST_ERR_BAD_URL: "malformedRequest",
  FST_ERR_ASYNC_CONSTRAINT: "malformedRequest",
  FST_ERR_MAX_PARAM_LENGTH: "notFound",
};

/** Seconds after which a client should try again when the database is away or the queue is full. */
const BUSY_RETRY_SECONDS = 2;

/** Turns whatever was thrown into problem+json. Bugs are logged with the request's id and answered without internals. */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(error);
  if (refusal.code === "unexpected") request.log.error({ err: error }, "unexpected");
  const [status, detail] = refusals[refusal.code];
  const problem: Problem = {
    type: "about:blank",
    title: STATUS_CODES[status] ?? "Error",
    status,
    detail,
    code: refusal.code,
    requestId: request.id,
    ...(refusal.errors && { errors: refusal.errors }),
  };
  if (refusal.retryAfter !== undefined) reply.header("retry-after", refusal.retryAfter);
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .type("application/problem+json; charset=utf-8")
    .send(JSON.stringify(problem));
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const known = byFastifyCode[(error as FastifyError).code ?? ""];
  if (known) return new Refusal(known);
  if ((error as FastifyError).statusCode === 400) return new Refusal("malformedBody");
  if (isUnavailable(error)) return new Refusal("busy", { retryAfter: BUSY_RETRY_SECONDS });
  return new Refusal("unexpected");
}
