import { apiErrors, type ErrorCode, type FieldError } from "@survey-app/contract/errors.ts";

/** A refusal on its way to the client. Anything else that is thrown is a bug. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  /** Seconds after which trying again makes sense; becomes `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, { errors, retryAfter }: { errors?: FieldError[]; retryAfter?: number } = {}) {
    super(apiErrors[code][1]);
    this.code = code;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

/** Refuses the request: `throw refuse("notFound")`. */
export function apiError(code: ErrorCode, details?: { errors?: FieldError[]; retryAfter?: number }): ApiError {
  return new ApiError(code, details);
}

/** Refuses one field of the request. */
export function fieldError(field: string, message: string): ApiError {
  return new ApiError("badInput", { errors: [{ field, message }] });
}
