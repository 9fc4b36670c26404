import { tokenHash } from "../database/tokenHash.ts";

/**
 * What votes store of a ballot cookie (invitations/ballotCookies.ts). A person has one cookie for all questions of a meeting, so that
 * the hashes of these votes contain their survey: no two of them are equal.
 * @param surveyId of a question of a meeting; null of other surveys
 */
export const hashOfBallotCookie = (cookie: string, surveyId: string | null): string =>
  tokenHash(surveyId === null ? cookie : `${cookie} ${surveyId}`);
