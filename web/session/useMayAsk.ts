import { mayAsk } from "@survey-app/contract/ballots/rights.ts";
import { useSettings } from "../api/settings.ts";
import { useUser } from "./useSession.ts";

/**
 * Whether the current user, or a visitor after signing in, can ask questions here (settings SURVEYORS and
 * ASK_UNLISTED).
 */
export function useMayAsk(): boolean {
  const settings = useSettings();
  const user = useUser();
  return (["listed", "unlisted", "request"] as const).some((what) => mayAsk(what, user?.role ?? "user", settings));
}
