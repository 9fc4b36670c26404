import type { ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import type { openInvitation } from "@survey-app/contract/invitations/invitations.ts";
import { useMemo, useSyncExternalStore } from "react";
import { readJson, readStored } from "../ui/browserStorage.ts";
import { createListeners } from "../ui/listeners.ts";

/** An opened invitation: the bearer token for voting, when it expires, and the name under which it votes. */
export interface OpenedInvitation extends Omit<ResponseOf<typeof openInvitation>, "surveyId" | "meetingId"> {
  /**
   * When this tab opened it, in ms: distinguishes it from another person's that is opened here later, also after its
   * token was renewed.
   */
  openedAt: number;
  /**
   * This tab cast a secret vote with it: while the result is hidden, the server keeps it secret, also from this
   * browser.
   */
  hasVoted?: true;
  /**
   * Of a meeting, by the surveys of its questions: whether this tab has voted, or only sent a vote to which no response
   * came. It doesn't say how: others may use this device.
   */
  cast?: Readonly<Record<string, "sent" | "counted">>;
}

const { subscribe, emit } = createListeners();

export { emit as emitInvitation };
/**
 * In session storage, which ends with the tab, because others may use this device.
 * @param id of a survey or a meeting
 */
export const keyOf = (id: string) => `invitation:${id}`;

/** The opened invitation to a survey or a meeting that is kept in this tab; null without one. */
export function useOpenedInvitation(id: string): OpenedInvitation | null {
  const stored = useSyncExternalStore(
    subscribe,
    () => readStored("session", keyOf(id)),
    () => null,
  );
  // Not before the page is hydrated: the server's HTML is a visitor's.
  return useMemo(() => (stored === null ? null : readJson<OpenedInvitation>("session", keyOf(id))), [id, stored]);
}
