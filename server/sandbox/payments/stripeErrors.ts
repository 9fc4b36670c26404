/** The part of Stripe's error bodies that we need. */
interface ErrorFields {
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: unknown;
  payment_method?: unknown;
}

type ErrorType = "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";

/** An error of Stripe's API: status and body. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly type: ErrorType;
  readonly fields: ErrorFields;
  /** Whether the request was tried, rather than wrong in itself: then its idempotency key is spent. */
  wasTried = true;

  constructor(status: number, type: ErrorType, message: string, fields: ErrorFields = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.fields = fields;
  }

  get body(): { error: ErrorFields & { type: string; message: string; doc_url?: string } } {
    const { code } = this.fields;
    const docs = code && { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}` };
    return { error: { ...this.fields, ...docs, message: this.message, type: this.type } };
  }
}

/** An invalid request: 400. */
export function invalid(message: string, fields?: ErrorFields): StripeApiError {
  return untried(400, message, fields);
}

/** A request that the object's state does not allow: 400 too. */
export function impossible(message: string, fields?: ErrorFields): StripeApiError {
  return new StripeApiError(400, "invalid_request_error", message, fields);
}

/** In the path it is a 404, in a field of the request a 400. */
export function noSuch(what: string, id: string, param: string, status: 400 | 404 = 404): StripeApiError {
  return untried(status, `No such ${what}: '${id}'`, { code: "resource_missing", param });
}

function untried(status: number, message: string, fields?: ErrorFields): StripeApiError {
  return Object.assign(new StripeApiError(status, "invalid_request_error", message, fields), { wasTried: false });
}
