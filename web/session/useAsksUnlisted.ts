import { isAsker } from "./isAsker.ts";
import { useSettings } from "./settings.ts";
import { useUser } from "./useSession.ts";

/** Whether the current user is no surveyor, and may ask surveys that are in no public list (setting ASK_UNLISTED). */
export function useAsksUnlisted(): boolean {
  const { askUnlisted } = useSettings();
  const user = useUser();
  return askUnlisted === "confirmed" && isAsker(user);
}
