import type { ResponseOf } from "@survey-app/contract/endpoint.ts";
import type { openInvitation } from "@survey-app/contract/invitations.ts";
import { useMemo, useSyncExternalStore } from "react";
import { createListeners } from "../ui/listeners.ts";

/** An opened invitation: the bearer token with which its holder votes, when that ends, and whom they vote as. */
export type HeldInvitation = Omit<ResponseOf<typeof openInvitation>, "surveyId">;

const { subscribe, emit } = createListeners();
/** Until the tab is closed: others may use this device. */
const keyOf = (surveyId: string) => `invitation:${surveyId}`;

export function holdInvitation({ surveyId, ...held }: ResponseOf<typeof openInvitation>): void {
  sessionStorage.setItem(keyOf(surveyId), JSON.stringify(held));
  emit();
}

export function dropInvitation(surveyId: string): void {
  sessionStorage.removeItem(keyOf(surveyId));
  emit();
}

/** The opened invitation to a survey that this tab holds; null without one. */
export function useHeldInvitation(surveyId: string): HeldInvitation | null {
  const stored = useSyncExternalStore(
    subscribe,
    () => read(surveyId),
    () => null,
  );
  return useMemo(() => (stored === null ? null : (JSON.parse(stored) as HeldInvitation)), [stored]);
}

function read(surveyId: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(surveyId));
  } catch {
    return null; // storage is forbidden
  }
}
