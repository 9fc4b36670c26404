import type { ReactNode } from "react";
import { useSettings } from "./settings.ts";

/** Renders its children unless an organization's provider is the only way to sign in. */
export function WithPasswords({ children }: { children: ReactNode }) {
  return useSettings().organization?.isOnly ? null : children;
}
