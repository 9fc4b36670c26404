import type { FastifyRequest } from "fastify";
import type { Database, MainDatabase } from "../database/database.ts";
import { ApiError, apiError } from "../http/apiError.ts";
import type { WrongCodes } from "../http/wrongCodes.ts";
import type { BallotCookies } from "./ballotCookies.ts";
import { watchEndedCodes } from "./codes.sql.ts";
import type { InvitationTokens, TypedToken } from "./invitationTokens.ts";
import { type FoundInvitation, findInvitationByToken } from "./issuedCodes.sql.ts";
import { isMeetingInHall } from "./meetingLists.sql.ts";

export type TypedTokens = ReturnType<typeof createTypedTokens>;

/** Finds invitations by the links and codes sent to the server. Codes could be guessed, so wrong ones are limited. */
export function createTypedTokens(
  database: MainDatabase,
  {
    tokens,
    ballotCookies,
    wrongCodes,
  }: { tokens: InvitationTokens; ballotCookies: BallotCookies; wrongCodes: WrongCodes },
) {
  const areCodesEnded = watchEndedCodes(database, tokens.codeKeys);

  /** Finds it again, under the lock of its survey. @throws {ApiError} as `find`, but doesn't count wrong codes */
  async function findAgain(from: Database, typed: TypedToken, request: FastifyRequest): Promise<FoundInvitation> {
    const found = await findInvitationByToken(from, typed, (voter) =>
      ballotCookies.readHash(request.headers.cookie, voter),
    );
    const { invitationId, issue } = found.opened;
    // People who know the leaked secret could open it until the operator has replaced it.
    if (typed.hashes.some((hash) => tokens.isLeaked(invitationId, issue, hash))) throw apiError("invitationInvalid");
    return found;
  }

  return {
    findAgain,
    /**
     * @param token the typed code, or the token of a link
     * @param meetingId the id of the meeting on whose page it was typed; null elsewhere
     * @throws {ApiError} `invitationInvalid`; `codeUncheckable` while codes of a missing secret exist; `tooFast`;
     *   `notPublished`
     */
    async find(
      token: string,
      request: FastifyRequest,
      meetingId: string | null = null,
    ): Promise<{ typed: TypedToken; found: FoundInvitation }> {
      const typed = tokens.readTyped(token);
      if (!typed) throw apiError("invitationInvalid");
      // 128 bits can't be guessed at any rate.
      if (!typed.isShort) return { typed, found: await findAgain(database, typed, request) };
      const isInHall = meetingId !== null && (await isMeetingInHall(database, meetingId));
      if (!isInHall) wrongCodes.check(request);
      const found = await findAgain(database, typed, request).catch((error) => {
        if (!(error instanceof ApiError && error.code === "invitationInvalid")) throw error;
        return null;
      });
      // On the page of a meeting only its own codes are right; otherwise the page could be used to guess others.
      if (found && !(isInHall && found.opened.listId !== meetingId)) {
        if (!isInHall) wrongCodes.check(request);
        return { typed, found };
      }
      await (isInHall ? wrongCodes.countIn(meetingId) : wrongCodes.count(request));
      throw apiError((await areCodesEnded()) ? "codeUncheckable" : "invitationInvalid");
    },
  };
}
