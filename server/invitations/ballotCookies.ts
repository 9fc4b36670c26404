import type { FastifyReply, FastifyRequest } from "fastify";
import { createToken } from "../database/tokenHash.ts";
import type { InvitedVoter } from "../http/currentUser.ts";
import { hashOfBallotCookie } from "../voters/ballotCookie.ts";
import type { VoteCookies } from "../voters/voteCookies.ts";
import type { InvitationTokens } from "./invitationTokens.ts";

/**
 * The longest time that browsers keep a cookie, in seconds: 400 days. It isn't the survey's deadline, because that can
 * move.
 */
const LIFE_SECONDS = 400 * 86_400;

export type BallotCookies = ReturnType<typeof createBallotCookies>;

/**
 * The ballot cookie of an invitation is a random token that a browser gets when it opens the invitation. The invitation
 * stores the hash of the cookie that its vote came with, so that only the browser that voted can see and change the
 * vote: the link or code proves nothing, because the owner of the survey made it and may have kept it.
 */
export function createBallotCookies(voteCookies: VoteCookies, tokens: InvitationTokens) {
  const nameOf = (invitationId: string) => `ballot.${invitationId}` as const;
  const read = (header: string | undefined, invitationId: string) => voteCookies.read(header, nameOf(invitationId));
  const readHash = (
    header: string | undefined,
    { invitationId, surveyId, isOfMeeting }: Pick<InvitedVoter, "invitationId" | "surveyId" | "isOfMeeting">,
  ): string | null => {
    const sent = read(header, invitationId);
    return sent && hashOfBallotCookie(sent, isOfMeeting ? surveyId : null);
  };

  return {
    /** The hash of a browser's ballot cookie for an invitation, as votes store it; null without one. */
    readHash,
    /**
     * Sets the ballot cookie of an opened invitation; an existing one stays, because the vote may have come with it.
     */
    async set(request: FastifyRequest, reply: FastifyReply, invitationId: string): Promise<void> {
      const sent = read(request.headers.cookie, invitationId);
      const cookie = { name: nameOf(invitationId), token: sent ?? createToken(), seconds: LIFE_SECONDS };
      if (sent !== null) voteCookies.keep(reply, cookie);
      else await voteCookies.add(request, reply, cookie);
    },
    /**
     * Reads the bearer token of an opened invitation, with the hash of its ballot cookie; null unless the token is
     * valid. A meeting's token is read for the survey of the request, whose list decides whether the invitation is on
     * it.
     */
    readVoter(token: string, header: string | undefined, surveyId: string | undefined): InvitedVoter | null {
      const opened = tokens.read(token);
      if (!opened) return null;
      const voter = { ...opened, surveyId: opened.isOfMeeting && surveyId !== undefined ? surveyId : opened.listId };
      return { ...voter, ballotHash: readHash(header, voter) };
    },
  };
}
