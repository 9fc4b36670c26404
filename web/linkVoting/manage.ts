import { getSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { apiWithBearer } from "../api/api.ts";
import { readToken } from "../api/token.ts";
import { part } from "../sharing/showTotals.ts";

/** Stands in every masked address (`maskedEmail`). */
const MASK = "•••";

/**
 * Shows the way to the survey's own page to its owners and admins. Everyone else reads a masked address of the owner.
 */
export async function showManage(id: string): Promise<void> {
  const { email } = await apiWithBearer(readToken(), getSurvey, { params: { id } });
  part("manage")?.toggleAttribute("hidden", email.includes(MASK));
}
