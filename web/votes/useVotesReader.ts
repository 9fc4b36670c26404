import { useUser } from "../session/useSession.ts";
import { useOpenedInvitation } from "./openedInvitation.ts";

/**
 * The reader of the votes and comments on a survey: the holder of an opened invitation, which comes before the account,
 * a user or a visitor.
 */
export interface VotesReader {
  /** Differs between readers who can see different rows; null for visitors. */
  key: string | null;
  /** The token of the opened invitation; null without one. */
  bearer: string | null;
}

export const VISITOR: VotesReader = { key: null, bearer: null };

export function useVotesReader(surveyId: string): VotesReader {
  const userId = useUser()?._id ?? null;
  const bearer = useOpenedInvitation(surveyId)?.token ?? null;
  return { key: bearer ?? userId, bearer };
}
