import { requestEmailVerification } from "@survey-app/contract/account/account.ts";
import { useMutation } from "@tanstack/react-query";
import { api } from "../api/api.ts";

/** Sends the link again that confirms the current user's email address. */
export function useRequestVerification() {
  return useMutation({ mutationFn: () => api(requestEmailVerification, {}) });
}
