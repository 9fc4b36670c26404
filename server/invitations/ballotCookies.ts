import type { FastifyReply, FastifyRequest } from "fastify";
import { createToken, tokenHash } from "../database/tokenHash.ts";
import type { InvitedVoter } from "../http/currentUser.ts";
import type { Cookies } from "../session/cookies.ts";
import type { InvitationTokens } from "./invitationTokens.ts";

/** As long as browsers keep a cookie at most, in seconds: 400 days. The deadline of a survey can move, so it is no limit. */
const LIFE_SECONDS = 400 * 86_400;
/** The most ballot cookies of one browser, because all requests send them. */
const BALLOT_COOKIES_MAX = 20;
const PREFIX = "ballot.";

interface BallotCookieParts {
  tokens: InvitationTokens;
  /** Finds the hashes of the ballot cookies that votes with these invitations came with. */
  findUsedBallots(invitationIds: readonly string[]): Promise<ReadonlySet<string>>;
}

export type BallotCookies = ReturnType<typeof createBallotCookies>;

/**
 * The ballot cookie of an invitation is a random token that a browser gets when it opens the invitation. The invitation stores the
 * hash of the cookie that its vote came with, so that only the browser that voted can see and change the vote: the link or code proves
 * nothing, because the owner of the survey made it and may have kept it.
 */
export function createBallotCookies(cookies: Cookies, { tokens, findUsedBallots }: BallotCookieParts) {
  const nameOf = (invitationId: string) => `${PREFIX}${invitationId}` as const;
  const read = (header: string | undefined, invitationId: string) => cookies.read(header, nameOf(invitationId));

  /**
   * The cookies that another one replaces: the oldest without a vote, and only after them those with a vote. Otherwise another
   * site could take a vote from its voter, by opening many invitations in the browser.
   */
  async function findReplaced(header: string | undefined, invitationId: string) {
    const others = cookies.list(header, PREFIX).filter((name) => name !== nameOf(invitationId));
    const surplus = others.length - BALLOT_COOKIES_MAX + 1;
    if (surplus <= 0) return [];
    const used = await findUsedBallots(others.map((name) => name.slice(PREFIX.length)));
    const isUsed = (name: (typeof others)[number]) => used.has(tokenHash(cookies.read(header, name) ?? ""));
    return [...others.filter((name) => !isUsed(name)), ...others.filter(isUsed)].slice(0, surplus);
  }

  return {
    /** Sets the ballot cookie of an opened invitation; one that the browser has stays, because the vote may have come with it. */
    async set({ headers: { cookie } }: FastifyRequest, reply: FastifyReply, invitationId: string): Promise<void> {
      for (const name of await findReplaced(cookie, invitationId)) cookies.clear(reply, name);
      cookies.set(reply, nameOf(invitationId), read(cookie, invitationId) ?? createToken(), LIFE_SECONDS);
    },
    /** Reads the bearer token of an opened invitation, with the hash of its ballot cookie; null unless the token is valid. */
    readVoter(token: string, header: string | undefined): InvitedVoter | null {
      const opened = tokens.read(token);
      const ballot = opened && read(header, opened.invitationId);
      return opened && { ...opened, ballotHash: ballot && tokenHash(ballot) };
    },
  };
}
