import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { LINK_KEPT_DAYS } from "@survey-app/contract/votes/linkVotes.ts";
import { hasEnded } from "../ballots/publicSurvey.ts";
import type { Database } from "../database/database.ts";
import type { VoteCookie, VoteCookieName } from "../session/cookies.ts";
import { hashOfBallotCookie } from "./ballotCookie.ts";
import type { ForgottenVote } from "./forgottenVotes.ts";
import { isLinkCookie } from "./linkCookie.ts";
import { linkVoterId } from "./linkVoters.sql.ts";

/** The vote that a cookie remembers. */
export interface RememberedVote {
  hasEnded: boolean;
  /**
   * The mark that takes the cookie's place; null for a vote with an invitation, whose page always says that the
   * invitation was used.
   */
  mark: ForgottenVote | null;
}

type Remembered = [VoteCookieName, RememberedVote];

/** Finds the votes that a browser's cookies remember. Nothing remembers secret votes: their cookies count as unused. */
export async function findVotesOfCookies(
  database: Database,
  cookies: readonly VoteCookie[],
): Promise<ReadonlyMap<VoteCookieName, RememberedVote>> {
  const now = Date.now();
  /** The tokens of the cookies of a kind, by the id in their names. */
  const tokensOf = (prefix: string) =>
    new Map(
      cookies.flatMap(({ name, token }): [string, string][] =>
        token !== null && name.startsWith(prefix) ? [[name.slice(prefix.length), token]] : [],
      ),
    );
  const byLink = await findVotesByLink(database, tokensOf("link."), now);
  return new Map([...byLink, ...(await findInvitedVotes(database, tokensOf("ballot."), now))]);
}

async function findVotesByLink(
  { db, dialect }: Database,
  tokens: ReadonlyMap<string, string>,
  now: number,
): Promise<Remembered[]> {
  if (tokens.size === 0) return [];
  const surveys = await db
    .selectFrom("link_surveys")
    .innerJoin("ballot_boxes", "ballot_boxes.survey_id", "link_surveys.survey_id")
    .select(["link_surveys.survey_id", "voter_key", "ends_at", "closed_at"])
    .where(({ ref }) => dialect.isOneOf(ref("link_surveys.survey_id"), [...tokens.keys()]))
    .execute();
  const byVoter = new Map(
    surveys.flatMap((survey) => {
      const token = tokens.get(survey.survey_id) ?? "";
      // The signature first: forged cookies must not make the database look for votes all over its disk.
      return isLinkCookie(survey.voter_key, token) ? [[linkVoterId(survey.voter_key, token), survey] as const] : [];
    }),
  );
  if (byVoter.size === 0) return [];
  const votes = await db
    .selectFrom("votes")
    .select("user_id")
    .where(({ ref }) => dialect.isOneOf(ref("user_id"), [...byVoter.keys()]))
    .where(({ ref }) => dialect.isOneOf(ref("survey_id"), [...tokens.keys()]))
    .execute();
  return votes.flatMap(({ user_id }): Remembered[] => {
    const survey = byVoter.get(user_id);
    if (!survey) return [];
    const { survey_id: surveyId, ends_at } = survey;
    const keptUntil = (ends_at ?? now) + LINK_KEPT_DAYS * DAY_MS;
    return [[`link.${surveyId}`, { hasEnded: hasEnded(survey, now), mark: { surveyId, keptUntil } }]];
  });
}

async function findInvitedVotes(
  { db, dialect }: Database,
  tokens: ReadonlyMap<string, string>,
  now: number,
): Promise<Remembered[]> {
  if (tokens.size === 0) return [];
  const votes = await db
    .selectFrom("votes")
    .innerJoin("ballot_boxes", "ballot_boxes.survey_id", "votes.survey_id")
    .leftJoin("meeting_questions", "meeting_questions.survey_id", "votes.survey_id")
    .leftJoin("meetings", "meetings.id", "meeting_questions.meeting_id")
    .select(["votes.survey_id", "invitation_id", "ballot_hash", "ends_at", "closed_at"])
    .select(["meetings.id as meetingId", "meetings.ended_at as meetingEndedAt"])
    // The condition of the index of votes by invitation.
    .where("invitation_id", "is not", null)
    .where(({ ref }) => dialect.isOneOf(ref("invitation_id"), [...tokens.keys()]))
    .execute();
  return votes.flatMap((vote): Remembered[] => {
    const isOfMeeting = vote.meetingId !== null;
    const cookie = tokens.get(vote.invitation_id ?? "") ?? "";
    if (vote.ballot_hash !== hashOfBallotCookie(cookie, isOfMeeting ? vote.survey_id : null)) return [];
    // The cookie of a meeting is for its next questions, too.
    const isOver = isOfMeeting ? vote.meetingEndedAt !== null : hasEnded(vote, now);
    return [[`ballot.${vote.invitation_id}`, { hasEnded: isOver, mark: null }]];
  });
}
