import { isAsker } from "./isAsker.ts";
import { useSettings } from "./settings.ts";
import { useUser } from "./useSession.ts";

/** Whether the current user, or a visitor after signing in, can ask questions here (settings SURVEYORS and ASK_UNLISTED). */
export function useMayAsk(): boolean {
  const { surveyors, askUnlisted } = useSettings();
  const user = useUser();
  return surveyors !== "admins" || askUnlisted === "confirmed" || (user !== null && !isAsker(user));
}
