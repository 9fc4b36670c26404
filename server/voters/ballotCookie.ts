import { tokenHash } from "../database/tokenHash.ts";

/**
 * The hash of a ballot cookie (invitations/ballotCookies.ts) that votes store. A person has one cookie for all
 * questions of a meeting, so for these votes the hash includes the survey: no two of them are equal.
 * @param surveyId for a question of a meeting; null for other surveys
 */
export const hashOfBallotCookie = (cookie: string, surveyId: string | null): string =>
  tokenHash(surveyId === null ? cookie : `${cookie} ${surveyId}`);
