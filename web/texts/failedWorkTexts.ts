import type { RetriedQueue } from "@survey-app/contract/failedWork.ts";
import { plural } from "@survey-app/contract/formatCount.ts";
import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of the section with work that the server gave up, on the admins' first page. */

export const title = "Failed work";
export const explanation = "The server tried for days. Its log says why each attempt failed.";
export const failed: Record<RetriedQueue, (count: number) => string> = {
  emails: (count) => `${plural(count, "email")} could not be sent`,
  webhooks: (count) => `${plural(count, "event")} could not be delivered to webhooks`,
};
export const since = (day: ReactNode) => rich`Since ${day}`;
export const retry = "Try again";
export const retryOf = (what: string) => `Try again: ${what}`;
/** What was tried again, and not what became of it, which takes a moment. */
export const retried = (count: number) =>
  count === 0 ? "Nothing was left to try again." : `${plural(count, "attempt")} will be made soon.`;
