import { RENEWAL_DAYS } from "@survey-app/contract/text/limits.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { serverNow } from "../api/api.ts";
import { useUser } from "../session/useSession.ts";

interface Membership {
  /** When it ends; null without a membership. */
  until: string | null;
  /** A further year can be bought near the end of a membership, or at any time without one. */
  isOpen: boolean;
}

/** The current user's membership. */
export function useMembership(): Membership {
  const user = useUser();
  if (!user?.isMember) return { until: null, isOpen: true };
  const { memberUntil: until } = user;
  return { until, isOpen: until !== null && Date.parse(until) - serverNow() <= RENEWAL_DAYS * DAY_MS };
}

/** The period of the next year: it starts when the current membership ends. */
export function nextYear(until: string | null): { from: string; to: string } {
  const from = new Date(until ?? serverNow());
  const to = new Date(from);
  to.setUTCFullYear(from.getUTCFullYear() + 1);
  return { from: from.toISOString(), to: to.toISOString() };
}
