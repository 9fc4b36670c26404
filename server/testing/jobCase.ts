import type { StepJob } from "@survey-app/contract/ops/failedWork.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import type { Updateable } from "kysely";
import type { SurveyRow } from "../database/tables.ts";
import { closeEnded } from "../surveys/closeSurvey.sql.ts";
import { type createUsersOfEveryRole, makePerson, type Person } from "./people.ts";
import type { Poison } from "./poison.sql.ts";
import { recorder } from "./recorder.ts";
import type { TestApp } from "./testApp.ts";

/** A row that a job works on. */
export interface DueRow {
  /** The id under which a failure is stored. */
  key: string;
  /** The value of the poisoned column; by default the key. */
  poisoned?: string;
}

/** Three rows that are due for a job; a test poisons the second one. */
export interface JobCase {
  job: StepJob;
  poison: Poison;
  makeDue(): Promise<DueRow[]>;
  isDone(row: DueRow): Promise<boolean>;
  /** Removes rows that would disturb later cases. */
  cleanUp?(): Promise<void>;
}

export interface CaseParts {
  t: TestApp;
  people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
  /** The address to which webhooks are delivered. */
  webhookUrl: string;
}

/** Does something three times, one after the other, so that ids and times are in order. */
export async function thrice<T>(make: (index: number) => Promise<T>): Promise<T[]> {
  return [await make(0), await make(1), await make(2)];
}

/** Makes surveys for cases. */
export function surveyMaker({ t, people }: CaseParts) {
  const { db } = t.database;
  async function vote(id: string, ballot: { ticket?: string } = {}): Promise<Person> {
    const voter = await makePerson(t.database, t.tokens);
    await t.request(votes.castVote, { as: voter, body: { SurveyID: id, vote: 1, ...ballot } });
    return voter;
  }
  async function change(id: string, row: Updateable<SurveyRow>): Promise<void> {
    await db.updateTable("surveys").set(row).where("id", "=", id).execute();
  }
  return {
    publish: (form: Parameters<TestApp["makeSurvey"]>[1] = {}) =>
      t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...form }),
    vote,
    change,
    find: (id: string) => db.selectFrom("surveys").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    /** Makes a survey end now, and closes all that have ended. */
    async close(id: string) {
      await change(id, { starts_at: 1, ends_at: Date.now() - 1 });
      await closeEnded(t.database, recorder());
    },
  };
}
