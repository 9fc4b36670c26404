import type { Role } from "@survey-app/contract/users/users.ts";
import type { ReactNode } from "react";
import { useSignedInUser } from "./useSession.ts";

/** Renders its children for these roles only. */
export function ForRole({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  return roles.includes(useSignedInUser().role) ? children : null;
}
