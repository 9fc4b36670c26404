import { isAsker } from "./isAsker.ts";
import { useSettings } from "./settings.ts";
import { opensUnlisted } from "./useAsksUnlisted.ts";
import { useUser } from "./useSession.ts";

/** Whether the current user, or a visitor after signing in, can ask questions here (settings SURVEYORS and ASK_UNLISTED). */
export function useMayAsk(): boolean {
  const settings = useSettings();
  const user = useUser();
  return settings.surveyors !== "admins" || opensUnlisted(settings) || (user !== null && !isAsker(user));
}
