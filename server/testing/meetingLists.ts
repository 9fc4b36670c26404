import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { DEFAULT_QUESTION, type QuestionSettings } from "@survey-app/contract/meetings/meetingForms.ts";
import * as mine from "@survey-app/contract/meetings/mine.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { sql } from "kysely";
import { newId } from "../database/newId.ts";
import { invitedSurveys, type Opened } from "./invitedSurveys.ts";
import type { Person } from "./people.ts";
import type { TestApp } from "./testApp.ts";

interface Given {
  t: TestApp;
  surveyor: Person;
  admin: Person;
}

/** Actions of tests on the lists of meetings. @param given the app, the owner of the meetings, and an admin */
export function meetingLists(given: () => Given) {
  const invited = invitedSurveys(given);
  const db = () => given().t.database.db;
  return {
    ...invited,
    /** A meeting whose questions have these settings. */
    async make(settings: Partial<QuestionSettings> = {}, startsAt: number | null = null) {
      const id = newId();
      await db()
        .insertInto("meetings")
        .values({
          id,
          owner_id: given().surveyor.id,
          name: "General assembly",
          about: "",
          language: null,
          starts_at: startsAt,
          defaults: JSON.stringify({ ...DEFAULT_QUESTION, privacy: "named", ...settings }),
          created_at: Date.now(),
        })
        .execute();
      return id;
    },
    /** Opens a question. @returns its survey */
    async ask(meetingId: string, { privacy = "named", passRule = null }: Partial<QuestionSettings> = {}) {
      const surveyId = await given().t.makeSurvey(given().surveyor, {
        electorate: "invited",
        results: "afterClose",
        privacy,
        deadline: new Date(Date.now() + HOUR_MS).toISOString(),
        ...(passRule && { passRule: passRule as never }),
      });
      const { n } = await db()
        .selectFrom("meeting_questions")
        .select(({ fn }) => fn.max("n").as("n"))
        .where("meeting_id", "=", meetingId)
        .executeTakeFirstOrThrow();
      const opened = { survey_id: surveyId, n: (n ?? 0) + 1, people: 0, opened_at: Date.now() };
      const form = JSON.stringify({ ...DEFAULT_QUESTION, privacy });
      await sql`insert into invitations (survey_id, id, email, label, folded, issue, token_hash, state, is_deleted, struck_at, created_at)
        select ${surveyId}, id, email, label, folded, issue, '', state, is_deleted, struck_at, created_at from invitations
        where survey_id = ${meetingId}`.execute(db());
      await sql`insert into invitation_days (survey_id, day, added, struck, codes, sent, objections, replaced, reissued)
        select ${surveyId}, day, added, struck, codes, sent, 0, replaced, reissued from invitation_days
        where survey_id = ${meetingId}`.execute(db());
      await invited.publish(surveyId);
      await db()
        .insertInto("meeting_questions")
        .values({ meeting_id: meetingId, id: newId(), position: opened.n, form, ...opened })
        .execute();
      await db()
        .updateTable("meetings")
        .set({ began_at: Date.now(), current_survey_id: surveyId, last_opened_at: Date.now() })
        .where("id", "=", meetingId)
        .execute();
      return surveyId;
    },
    close: (surveyId: string) =>
      given().t.request(surveys.closeSurvey, { as: given().surveyor, params: { id: surveyId } }),
    /** What the holder of an opened link or code reads about themselves. */
    mine: (meeting: string, headers: Opened) => given().t.send(mine.getMine, { params: { meeting }, headers }),
    renew: (meeting: string, headers: Opened) =>
      given().t.send(mine.renewMeetingToken, { params: { meeting }, headers }),
    object: (id: string, headers: Opened) => given().t.send(invitations.objectToVote, { params: { id }, headers }),
    /** Makes codes on the list of a meeting, and opens each in a browser of its own. */
    async makeVoters(meetingId: string, count: number) {
      const codes = await invited.makeCodes(meetingId, count);
      const voters = [];
      for (const { code } of codes) voters.push(await invited.open(code));
      return { codes: codes.map(({ code }) => code), ids: codes.map(({ invitationId }) => invitationId), voters };
    },
    voteEach: async (surveyId: string, voters: readonly Opened[], answer: Answer = 1) => {
      for (const voter of voters) await invited.vote(surveyId, voter, answer);
    },
  };
}
