import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { DEFAULT_QUESTION, type QuestionSettings } from "@survey-app/contract/meetings/meetingForms.ts";
import * as meetings from "@survey-app/contract/meetings/meetings.ts";
import * as mine from "@survey-app/contract/meetings/mine.ts";
import { closeEnded } from "../surveys/closeSurvey.sql.ts";
import { invitedSurveys, type Opened } from "./invitedSurveys.ts";
import { meetingsOf } from "./meetings.ts";
import type { Person } from "./people.ts";
import { recorder } from "./recorder.ts";
import type { TestApp } from "./testApp.ts";

interface Given {
  t: TestApp;
  surveyor: Person;
  admin: Person;
}

/** Actions of tests on the lists of meetings. @param given the app, the owner of the meetings, and an admin */
export function meetingLists(given: () => Given) {
  const invited = invitedSurveys(given);
  const meeting = meetingsOf(given);
  return {
    ...invited,
    /** A meeting without people. Its questions have these settings, and are named otherwise. */
    async make(settings: Partial<QuestionSettings> = {}, startsAt: number | null = null): Promise<string> {
      const defaults = { ...DEFAULT_QUESTION, privacy: "named" as const, ...settings };
      const form = { defaults, ...(startsAt !== null && { startsAt: new Date(startsAt).toISOString() }) };
      return (await meeting.make(0, form)).id;
    },
    draft: (meetingId: string, Title: string) => meeting.addDraft(meetingId, { Title }),
    /** Opens a question. @returns its survey */
    ask: async (meetingId: string, settings: Partial<QuestionSettings> = {}): Promise<string> =>
      (await meeting.open(meetingId, settings)).surveyId,
    /** Ends a question: because everyone has voted, or else at its deadline. */
    async close(surveyId: string): Promise<void> {
      const { t } = given();
      const closeDue = () => closeEnded(t.database, recorder());
      await closeDue();
      const { closed_at } = await t.database.db
        .selectFrom("ballot_boxes")
        .select("closed_at")
        .where("survey_id", "=", surveyId)
        .executeTakeFirstOrThrow();
      if (closed_at !== null) return;
      await meeting.passTime(surveyId);
      await closeDue();
    },
    end: (meetingId: string) =>
      given().t.request(meetings.endMeeting, { as: given().surveyor, params: { meeting: meetingId } }),
    /** What the holder of an opened link or code reads about themselves. */
    mine: (id: string, headers: Opened) => given().t.send(mine.getMine, { params: { meeting: id }, headers }),
    renew: (id: string, headers: Opened) =>
      given().t.send(mine.renewMeetingToken, { params: { meeting: id }, headers }),
    object: (id: string, headers: Opened) => given().t.send(invitations.objectToVote, { params: { id }, headers }),
    /** Makes codes on the list of a meeting, and opens each in a browser of its own. */
    async makeVoters(meetingId: string, count: number) {
      const codes = await invited.makeCodes(meetingId, count);
      const voters: Opened[] = [];
      for (const { code } of codes) voters.push(await invited.open(code));
      return { codes: codes.map(({ code }) => code), ids: codes.map(({ invitationId }) => invitationId), voters };
    },
    voteEach: async (surveyId: string, voters: readonly Opened[], answer: Answer = 1) => {
      for (const voter of voters) await invited.vote(surveyId, voter, answer);
    },
  };
}
