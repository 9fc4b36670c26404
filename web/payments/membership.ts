import { RENEWAL_DAYS } from "@survey-app/contract/payments.ts";
import { serverNow } from "../api/api.ts";
import { useUser } from "../session/useSession.ts";

const DAY_MS = 24 * 3600_000;

interface Membership {
  /** When it ends; null for whoever is no member. */
  until: string | null;
  /** Near its end it can be bought for a further year; and by whoever has none, at any time. */
  isOpen: boolean;
}

/** The membership of the person signed in. */
export function useMembership(): Membership {
  const user = useUser();
  if (!user?.isMember) return { until: null, isOpen: true };
  const { memberUntil: until } = user;
  return { until, isOpen: until !== null && Date.parse(until) - serverNow() <= RENEWAL_DAYS * DAY_MS };
}

/** From when to when the next year would last: on from the end of the one that runs. */
export function nextYear(until: string | null): { from: string; to: string } {
  const from = new Date(until ?? serverNow());
  const to = new Date(from);
  to.setUTCFullYear(from.getUTCFullYear() + 1);
  return { from: from.toISOString(), to: to.toISOString() };
}
