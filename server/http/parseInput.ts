import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import type { FieldError } from "@survey-app/contract/http/errors.ts";
import type { FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import { apiError } from "./apiError.ts";

/**
 * Validates params, query and body with the endpoint's schemas.
 * @param readBody prepares the body before
 * @throws ApiError `badInput` listing every invalid field
 */
export function parseInput(endpoint: Endpoint, request: FastifyRequest, readBody = (body: unknown) => body) {
  const errors: FieldError[] = [];
  const params = endpoint.params && parse(endpoint.params, request.params, "params.", errors);
  const query = endpoint.query && parse(endpoint.query, request.query, "query.", errors);
  const body =
    endpoint.body && endpoint.body !== "image" ? parse(endpoint.body, readBody(request.body), "", errors) : undefined;
  if (errors.length > 0) throw apiError("badInput", { errors });
  return { params, query, body };
}

/** The most errors for one part of a request: thousands of invalid items must not cause a response of megabytes. */
const FIELD_ERRORS_MAX = 50;

/** Collects the schema's issues in `errors`. Body fields keep their name; others become `params.x` and `query.x`. */
function parse(schema: z.ZodMiniType, value: unknown, prefix: string, errors: FieldError[]): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues.slice(0, FIELD_ERRORS_MAX)) {
    const isNotObject = issue.path.length === 0 && issue.code === "invalid_type";
    errors.push({
      field: prefix + (issue.path.join(".") || "body"),
      message: isNotObject ? "The body must be a JSON object" : issue.message,
    });
  }
  return undefined;
}
