import { CODE_STEP } from "@survey-app/contract/session/signInFailures.ts";
import { useSearchParams } from "../routing/address.ts";

/** Whether a sign-in waits for its code: the server and the login form send the browser to this address. */
export function useNeedsCode(): boolean {
  return useSearchParams().get("step") === CODE_STEP;
}
