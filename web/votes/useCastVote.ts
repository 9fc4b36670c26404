import { useQueryClient } from "@tanstack/react-query";
import type { CastBody, CastResponse } from "./castVote.ts";
import type { OpenedInvitation } from "./openedInvitation.ts";

/**
 * Returns a function that casts a vote. It is not a mutation of the query library, and its code comes with the vote
 * button, because most readers of a survey would load them without voting.
 * @param invitation the opened invitation that votes in place of the account
 */
export function useCastVote(invitation: OpenedInvitation | null): (body: CastBody) => Promise<CastResponse> {
  const client = useQueryClient();
  return async (body) => (await import("./castVote.ts")).castVote(client, invitation, body);
}
