import type { Role } from "@survey-app/contract/users/users.ts";
import * as userTexts from "@survey-app/texts/userTexts.ts";

/** The name of each role. */
export const roleNames: Record<Role, string> = {
  user: userTexts.roles.user,
  "pro-user": userTexts.roles.proUser,
  surveyor: userTexts.roles.surveyor,
  admin: userTexts.roles.admin,
};
