import type { AskingPolicies } from "@survey-app/contract/ballots/askingPolicies.ts";
import { mayAsk } from "@survey-app/contract/ballots/rights.ts";
import { useSettings } from "../api/settings.ts";
import { isRequestingSurveyor } from "./isRequestingSurveyor.ts";
import { useUser } from "./useSession.ts";

/**
 * Whether people who aren't surveyors may ask unlisted surveys. With SURVEYORS=everyone they become surveyors instead.
 */
export const opensUnlisted = (settings: AskingPolicies): boolean =>
  mayAsk("unlisted", "user", settings) && settings.surveyors !== "everyone";

/**
 * Whether people who aren't surveyors may have to confirm an email address before a question of theirs is published.
 */
export const asksForConfirmation = (settings: AskingPolicies): boolean =>
  opensUnlisted(settings) || settings.surveyors === "everyone";

/** Whether the current user isn't a surveyor, and may ask unlisted surveys. */
export function useAsksUnlisted(): boolean {
  const settings = useSettings();
  const user = useUser();
  return opensUnlisted(settings) && isRequestingSurveyor(user);
}
