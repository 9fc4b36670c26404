/** The body of Stripe's errors, as far as we need it. */
interface ErrorFields {
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: unknown;
  payment_method?: unknown;
}

type ErrorType = "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";

/** Something that Stripe refuses: its status, and what stands in its body. */
export class StripeTrouble extends Error {
  readonly status: number;
  readonly type: ErrorType;
  readonly fields: ErrorFields;

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

/** A request that can't be right: 400. */
export function invalid(message: string, fields?: ErrorFields): StripeTrouble {
  return new StripeTrouble(400, "invalid_request_error", message, fields);
}

/** In the path it is a 404, in a field of the request a 400. */
export function noSuch(what: string, id: string, param: string, status: 400 | 404 = 404): StripeTrouble {
  const fields = { code: "resource_missing", param };
  return new StripeTrouble(status, "invalid_request_error", `No such ${what}: '${id}'`, fields);
}
