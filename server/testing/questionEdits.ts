import type { RequestOf } from "@survey-app/contract/http/endpoint.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { expect } from "vitest";
import { linkSurveys } from "./linkVoters.ts";
import type { Person } from "./people.ts";
import type { TestApp } from "./testApp.ts";

type Question = RequestOf<typeof surveys.createSurvey>["body"];

/**
 * Actions of tests on a question that its owner edits, an admin reviews, and others vote on.
 * @param given the app, the owner, the admin and a voter
 * @param form the question before the edits
 */
export function questionEdits(
  given: () => { t: TestApp; surveyor: Person; admin: Person; user: Person },
  form: Question,
) {
  const links = linkSurveys(given);
  const get = (id: string) => given().t.request(surveys.getSurvey, { as: given().surveyor, params: { id } });
  const update = (id: string, change: object, as = given().surveyor) =>
    given().t.send(surveys.updateSurvey, { as, params: { id }, body: { ...form, ...change } });
  const vote = (id: string) => given().t.send(castVote, { as: given().user, body: { SurveyID: id, vote: 1 } });
  return {
    get,
    update,
    vote,
    make: (change: object = {}) => given().t.makeSurvey(given().surveyor, { ...form, ...change }),
    makePublished: (change: object = {}) =>
      given().t.makeSurvey(given().surveyor, { publishedBy: given().admin, ...form, ...change }),
    /** @param version the version that the admin has read */
    publish: (id: string, version?: number | null) =>
      given().t.send(surveys.setSurveyStatus, {
        as: given().admin,
        params: { id },
        body: { status: surveys.PUBLISHED, version },
      }),
    /** An edit and the first vote at the same time. @returns the status codes of both */
    async editDuringFirstVote(id: string, change: object): Promise<string> {
      const [edited, voted] = await Promise.all([update(id, change), vote(id)]);
      return `${edited.statusCode} ${voted.statusCode}`;
    },
    /**
     * Votes by open link in a browser that loaded the question before its owner edited it, then again with the edited
     * question.
     * @returns both responses
     */
    async voteByLinkAfterEdit(change: object) {
      const id = await links.make(form);
      const browser = await links.open(id);
      const { label, deadline } = await get(id);
      expect((await update(id, { deadline, electorate: "link", ...change })).statusCode).toBe(200);
      const stale = await links.vote(id, browser, 1, { question: label.questionHash });
      return { stale, current: await links.vote(id, browser, 1) };
    },
  };
}
