import type { IssuedCode } from "@survey-app/contract/invitations/invitations.ts";
import { useRef } from "react";
import { useTicket } from "../api/useTicket.ts";

/** The part of the codes that a request names: a ticket, and the invitation of the last code made before. */
interface Part {
  ticket: string;
  after: string | null;
}

/**
 * Makes codes in as many requests as it takes, and shows all of them at the end. After a failure it continues where it
 * stopped: the server returns each part once.
 */
export function useCodesInParts(
  { mutateAsync }: { mutateAsync: (part: Part) => Promise<{ codes: IssuedCode[]; left: number }> },
  onCodes: (codes: IssuedCode[]) => void,
) {
  const made = useRef<IssuedCode[]>([]);
  const ticketFor = useTicket<number>();
  async function makeAll(): Promise<void> {
    for (let left = 1; left > 0; ) {
      const { length } = made.current;
      const part = await mutateAsync({ ticket: ticketFor(length), after: made.current.at(-1)?.invitationId ?? null });
      made.current.push(...part.codes);
      left = part.left;
    }
    onCodes(made.current.splice(0));
  }
  return { makeAll, areSomeMade: () => made.current.length > 0 };
}
