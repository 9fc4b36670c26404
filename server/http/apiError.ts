import {
  apiErrors,
  type CurrentVote,
  type EndedInvitation,
  type ErrorCode,
  type FieldError,
} from "@survey-app/contract/http/errors.ts";

interface Details {
  errors?: FieldError[];
  retryAfter?: number;
  currentVote?: CurrentVote;
  endedInvitation?: EndedInvitation;
}

/** An error that the client is meant to see. Anything else that a handler throws is a bug. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  /** Seconds after which the client may retry; sent as `Retry-After`. */
  readonly retryAfter: number | undefined;
  readonly currentVote: CurrentVote | undefined;
  readonly endedInvitation: EndedInvitation | undefined;

  constructor(code: ErrorCode, { errors, retryAfter, currentVote, endedInvitation }: Details = {}) {
    super(apiErrors[code][1]);
    this.code = code;
    this.errors = errors;
    this.retryAfter = retryAfter;
    this.currentVote = currentVote;
    this.endedInvitation = endedInvitation;
  }
}

/** Creates an error for the whole request: `throw apiError("notFound")`. */
export function apiError(code: ErrorCode, details?: Details): ApiError {
  return new ApiError(code, details);
}

/** Creates a validation error (422) for one field of the request. */
export function fieldError(field: string, message: string): ApiError {
  return new ApiError("badInput", { errors: [{ field, message }] });
}

/** Returns what was found or changed. @throws {ApiError} `notFound` for null, undefined and false */
export function orNotFound<T>(found: T | null | undefined | false): T {
  if (found === null || found === undefined || found === false) throw apiError("notFound");
  return found;
}

/**
 * Returns the result of a change, or throws the error whose code the storage returned in its place.
 * @throws {ApiError}
 */
export function orThrow<T>(result: T | ErrorCode): Exclude<T, ErrorCode> {
  if (typeof result === "string") throw apiError(result as ErrorCode);
  return result as Exclude<T, ErrorCode>;
}
