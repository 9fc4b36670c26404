import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { emailsTo } from "./mail.sql.ts";
import { makePerson, type Person } from "./people.ts";
import type { TestApp } from "./testApp.ts";

/**
 * Publishes surveys, votes on them, follows and closes them.
 * @param given the app, the surveys' owner, and the admin who publishes them
 */
export function outcomeRequests(given: () => { t: TestApp; surveyor: Person; admin: Person }) {
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const person = () => makePerson(given().t.database, given().t.tokens);
  return {
    inDays,
    person,
    publish: (deadline = inDays(3)) =>
      given().t.makeSurvey(given().surveyor, { Title: "Tea?", publishedBy: given().admin, deadline, scheduled: false }),
    async vote(SurveyID: string, as?: Person) {
      const voter = as ?? (await person());
      await given().t.request(votes.castVote, { as: voter, body: { SurveyID, vote: 1 } });
      return voter;
    },
    follow: (id: string, as: Person) => given().t.request(outcomes.followSurvey, { as, params: { id } }),
    unfollow: (id: string, as: Person) => given().t.request(outcomes.unfollowSurvey, { as, params: { id } }),
    close: (id: string) => given().t.request(surveys.closeSurvey, { as: given().surveyor, params: { id } }),
    /** The kinds of the enqueued emails to a person. */
    kindsTo: async (to: Person) => (await emailsTo(given().t.database, to)).map(({ kind }) => kind),
    setTimes: (
      id: string,
      times: { starts_at?: number; appears_at?: number; ends_at?: number; first_published_at?: number },
    ) => given().t.database.db.updateTable("surveys").set(times).where("id", "=", id).execute(),
  };
}
