import type { ReactNode } from "react";
import { useSettings } from "../api/settings.ts";

/**
 * Renders its children unless an organization's provider is the only way to sign in.
 * @param canSignUp only where new accounts can be created, too
 */
export function WithPasswords({ canSignUp = false, children }: { canSignUp?: boolean; children: ReactNode }) {
  const { organization, registration } = useSettings();
  return organization?.isOnly || (canSignUp && registration.kind === "closed") ? null : children;
}
