import { ApiRequestError } from "./api.ts";

/** The error with which the server would reject fields, for a form that finds an error only while it is being sent. */
export function rejectedFields(messages: Record<string, string>): ApiRequestError {
  const detail = Object.values(messages).join(" ");
  const errors = Object.entries(messages).map(([field, message]) => ({ field, message }));
  return new ApiRequestError({
    type: "about:blank",
    title: detail,
    status: 422,
    detail,
    code: "badInput",
    requestId: "",
    errors,
  });
}
