import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import type { RequestOf } from "@survey-app/contract/http/endpoint.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as linkVotes from "@survey-app/contract/votes/linkVotes.ts";
import type { LightMyRequestResponse } from "fastify";
import type { Person } from "./people.ts";
import type { AnyRequest, TestApp } from "./testApp.ts";

type Settings = Partial<RequestOf<typeof surveys.createSurvey>["body"]>;

/** The headers of a browser's requests about a survey by open link. */
export interface LinkBrowser {
  cookie: string;
  /** The address that the proxy saw. */
  "x-forwarded-for"?: string;
}

/** Actions of tests on surveys by open link. @param given the app, and the surveys' owner */
export function linkSurveys(given: () => { t: TestApp; surveyor: Person }) {
  const send = (endpoint: typeof linkVotes.openLinkSurvey | typeof linkVotes.castLinkVote, request: object) =>
    given().t.send(endpoint, request);
  return {
    /** A survey by open link, which is published immediately. */
    make: (settings: Settings = {}) =>
      given().t.makeSurvey(given().surveyor, {
        electorate: "link",
        deadline: new Date(Date.now() + 7 * DAY_MS).toISOString(),
        ...settings,
      }),
    /** Opens a survey in a new browser, or in the one with these headers. */
    async open(id: string, headers: Partial<LinkBrowser> = {}): Promise<LinkBrowser> {
      const response = await send(linkVotes.openLinkSurvey, { params: { id }, headers });
      const { name, value } = response.cookies.at(-1) ?? {};
      return { ...headers, cookie: `${name}=${value}` };
    },
    /** Gets the survey as a browser sees it. */
    status: (id: string, headers: object = {}) => send(linkVotes.openLinkSurvey, { params: { id }, headers }),
    /** Votes in a browser. */
    async vote(id: string, headers: object, vote: Answer, body: object = {}): Promise<LightMyRequestResponse> {
      const { label } = await given().t.request(surveys.getSurvey, { params: { id } });
      const question = label.questionHash;
      return send(linkVotes.castLinkVote, { params: { id }, headers, body: { vote, question, ...body } });
    },
    results: (id: string) => given().t.request(surveys.getSurveyResults, { params: { id } }),
  };
}

/** A valid request for each endpoint of open links, for the test of bad input. */
export function linkRequests(survey: () => string): Record<string, () => Required<AnyRequest>> {
  const request = (body?: object) => (): Required<AnyRequest> => ({ params: { id: survey() }, query: {}, body });
  const ofRoom = (): Required<AnyRequest> => ({ params: { survey: survey() }, query: {}, body: undefined });
  return {
    "linkVotes.openLinkSurvey": request(),
    "linkVotes.castLinkVote": request({ vote: 1, question: "0".repeat(64) }),
    "linkVotes.getLinkVoting": request(),
    "linkVotes.setRoomMode": request({ on: true }),
    "shortAddresses.keepShortAddress": request(),
    "rooms.getRoom": ofRoom,
    "rooms.getRoomCsv": ofRoom,
    "rooms.moveRoom": request({ next: "none" }),
    "rooms.listRoomQuestions": ofRoom,
    "rooms.setRoomQuestions": () => ({ ...ofRoom(), body: { state: "0".repeat(32), questions: [{ Title: "Tea?" }] } }),
    "surveys.showResult": request(),
  };
}
