import { type FieldError, type RefusalCode, refusals } from "@survey-app/contract/errors.ts";

/** A refusal on its way to the client. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly errors: FieldError[] | undefined;
  /** Seconds after which trying again makes sense; becomes `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(code: RefusalCode, { errors, retryAfter }: { errors?: FieldError[]; retryAfter?: number } = {}) {
    super(refusals[code][1]);
    this.code = code;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

/** Refuses the request: `throw refuse("notFound")`. */
export function refuse(code: RefusalCode, details?: { errors?: FieldError[]; retryAfter?: number }): Refusal {
  return new Refusal(code, details);
}

/** Refuses one field of the request. */
export function refuseField(field: string, message: string): Refusal {
  return new Refusal("badInput", { errors: [{ field, message }] });
}
