import { useSettings } from "./settings.ts";
import { useUser } from "./useSession.ts";

/** Whether the current user, or a visitor after signing in, can ask questions here (setting SURVEYORS). */
export function useMayAsk(): boolean {
  const { surveyors } = useSettings();
  const role = useUser()?.role;
  return surveyors !== "admins" || role === "surveyor" || role === "admin";
}
