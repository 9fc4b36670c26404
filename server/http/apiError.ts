import { apiErrors, type ErrorCode, type FieldError } from "@survey-app/contract/errors.ts";

/** An error that the client is meant to see. Anything else that a handler throws is a bug. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  /** Seconds after which the client may retry; sent as `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, { errors, retryAfter }: { errors?: FieldError[]; retryAfter?: number } = {}) {
    super(apiErrors[code][1]);
    this.code = code;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

/** Creates an error for the whole request: `throw apiError("notFound")`. */
export function apiError(code: ErrorCode, details?: { errors?: FieldError[]; retryAfter?: number }): ApiError {
  return new ApiError(code, details);
}

/** Creates a validation error (422) for one field of the request. */
export function fieldError(field: string, message: string): ApiError {
  return new ApiError("badInput", { errors: [{ field, message }] });
}
