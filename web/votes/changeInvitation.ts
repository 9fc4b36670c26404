import type { ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import type { openInvitation } from "@survey-app/contract/invitations/invitations.ts";
import { readJson, removeStored, store } from "../ui/browserStorage.ts";
import { emitInvitation, keyOf, type OpenedInvitation } from "./openedInvitation.ts";

export function storeOpenedInvitation({ surveyId, meetingId, ...invitation }: ResponseOf<typeof openInvitation>): void {
  store(
    "session",
    keyOf(surveyId ?? meetingId ?? ""),
    JSON.stringify({ ...invitation, openedAt: Date.now() } satisfies OpenedInvitation),
  );
  emitInvitation();
}

/**
 * Changes what this tab keeps of an opened invitation. It does nothing if this one is no longer kept: a response can
 * arrive after another person has opened theirs on the same device.
 * @param id of a survey or a meeting
 */
export function changeOpenedInvitation(
  id: string,
  { openedAt }: OpenedInvitation,
  change: (before: OpenedInvitation) => Partial<OpenedInvitation>,
): void {
  const before = readJson<OpenedInvitation>("session", keyOf(id));
  if (!before || before.openedAt !== openedAt) return;
  store("session", keyOf(id), JSON.stringify({ ...before, ...change(before) } satisfies OpenedInvitation));
  emitInvitation();
}

export function forgetOpenedInvitation(id: string): void {
  removeStored("session", keyOf(id));
  emitInvitation();
}
