import { randomBytes } from "node:crypto";
import { followSurvey } from "@survey-app/contract/surveys/outcomes.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import { closeEnded } from "../surveys/closeSurvey.sql.ts";
import { type CaseParts, type JobCase, surveyMaker, thrice } from "./jobCase.ts";
import { meetingsOf } from "./meetings.ts";
import { makePerson } from "./people.ts";
import { recorder } from "./recorder.ts";

const changedSurvey = { change: "update", table: "surveys", column: "id" } as const;

/** The cases of jobs whose rows are surveys, by the names under which failures are stored. */
export function casesOfSurveys(parts: CaseParts) {
  const { t, people } = parts;
  const { db } = t.database;
  const { publish, vote, change, find, close } = surveyMaker(parts);
  const meeting = meetingsOf(() => ({ t, surveyor: people.surveyor }));
  /** Three surveys, each changed by `prepare`. */
  const made = (prepare: (id: string) => Promise<unknown>, form = {}) =>
    thrice(async () => {
      const key = await publish(form);
      await prepare(key);
      return { key };
    });
  /** Three meetings, each with a question that has ended, and with this change. */
  const madeEnded = (change: { last_opened_at: number } | { ended_at: number }) =>
    thrice(async () => {
      const { id: key } = await meeting.make(2);
      await meeting.passTime((await meeting.open(key)).surveyId);
      await closeEnded(t.database, recorder());
      await db.updateTable("meetings").set(change).where("id", "=", key).execute();
      return { key };
    });
  return {
    closing: {
      job: "closing",
      poison: changedSurvey,
      makeDue: () => made((id) => change(id, { starts_at: 1, ends_at: Date.now() - 1 })),
      isDone: async ({ key }) => (await find(key)).closed_at !== null,
    },
    meetingEnds: {
      job: "meetingEnds",
      poison: { change: "update", table: "meetings", column: "id" },
      makeDue: () => madeEnded({ last_opened_at: Date.now() - DAY_MS }),
      isDone: async ({ key }) => {
        const ended = db.selectFrom("meetings").select("ended_at").where("id", "=", key);
        return (await ended.executeTakeFirstOrThrow()).ended_at !== null;
      },
    },
    meetingNames: {
      job: "names",
      poison: { change: "update", table: "meetings", column: "id" },
      makeDue: () => madeEnded({ ended_at: Date.now() - 400 * DAY_MS }),
      isDone: async ({ key }) =>
        !(await db.selectFrom("invitations").select("id").where("survey_id", "=", key).executeTakeFirst()),
    },
    secretErasures: {
      job: "secretErasures",
      poison: { change: "delete", table: "secret_erasures", column: "survey_id" },
      makeDue: () =>
        made(
          async (id) => {
            await vote(id, { ticket: randomBytes(16).toString("hex") });
            await close(id);
          },
          { results: "afterClose", privacy: "secret", deadline: new Date(Date.now() + DAY_MS).toISOString() },
        ),
      isDone: async ({ key }) =>
        !(await db.selectFrom("secret_erasures").select("survey_id").where("survey_id", "=", key).executeTakeFirst()),
    },
    listedVotes: {
      job: "listedVotes",
      poison: changedSurvey,
      makeDue: () => made((id) => vote(id)),
      isDone: async ({ key }) => (await find(key)).listed_votes === 1,
    },
    questionHashes: {
      job: "questionHashes",
      poison: { change: "update", table: "ballot_boxes", column: "survey_id" },
      makeDue: () =>
        made((id) => db.updateTable("ballot_boxes").set({ question_hash: "" }).where("survey_id", "=", id).execute()),
      isDone: async ({ key }) => {
        const ofBox = db.selectFrom("ballot_boxes").select("question_hash").where("survey_id", "=", key);
        return (await ofBox.executeTakeFirstOrThrow()).question_hash !== "";
      },
    },
    deadlines: {
      job: "deadlines",
      poison: changedSurvey,
      makeDue: () => made((id) => change(id, { first_published_at: Date.now() - 800 * DAY_MS })),
      isDone: async ({ key }) => (await find(key)).ends_at !== null,
    },
    names: {
      job: "names",
      poison: changedSurvey,
      makeDue: () =>
        made(async (id) => {
          await vote(id);
          await close(id);
          await change(id, { closed_at: Date.now() - 400 * DAY_MS });
        }),
      isDone: async ({ key }) => (await find(key)).names_removed_at !== null,
    },
    surveyReminders: {
      job: "surveyReminders",
      poison: { change: "insert", table: "mailings", column: "survey_id" },
      makeDue: () =>
        made(async (id) => {
          await t.request(followSurvey, { as: await makePerson(t.database, t.tokens), params: { id } });
          const times = { starts_at: 1, first_published_at: 1, ends_at: Date.now() + 12 * HOUR_MS };
          await change(id, times);
        }),
      isDone: async ({ key }) =>
        (await db.selectFrom("mailings").select("id").where("survey_id", "=", key).executeTakeFirst()) !== undefined,
    },
  } satisfies Record<string, JobCase>;
}
