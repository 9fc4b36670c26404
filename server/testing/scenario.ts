import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import type { RequestOf } from "@survey-app/contract/http/endpoint.ts";
import type * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { expect } from "vitest";
import { invitedSurveys, type Opened } from "./invitedSurveys.ts";
import { type LinkBrowser, linkSurveys } from "./linkVoters.ts";
import { makePerson, type Person } from "./people.ts";
import type { TestApp } from "./testApp.ts";

type Settings = Partial<RequestOf<typeof surveys.createSurvey>["body"]>;

/** The type of a voter, by electorate: an account, an opened code, or a browser. */
interface VoterOf {
  everyone: Person;
  invited: Opened;
  link: LinkBrowser;
}
type Electorate = keyof VoterOf;

interface Scenario<E extends Electorate> extends Omit<Settings, "electorate"> {
  /** By default everyone with an account. */
  electorate?: E;
  /** A vote for each, one after the other. */
  answers?: readonly Answer[];
  /** Further fields of a ballot, such as a comment. */
  ballot?: (index: number) => object;
  /** The accounts that vote; without them, a new member for each answer. */
  as?: readonly Person[];
  /** The number of people who can vote with a code or in a browser, if some of them don't. */
  people?: number;
}

interface Made<E extends Electorate> {
  id: string;
  /** In the order of the answers. */
  voters: VoterOf[E][];
  /** Of the votes; null where there are none. */
  receipts: (string | null)[];
  /** The ids of the invitations, on surveys for invited people. */
  invitations: string[];
}

/**
 * Makes open surveys with the votes on them. The settings say who can vote, who sees how, and when the result opens.
 * Hidden results have a deadline in two days, and codes are allowed where an admin has to allow them.
 * @param given the app, the surveys' owner, and the admin who publishes them
 */
export function scenarios(given: () => { t: TestApp; surveyor: Person; admin: Person }) {
  const invited = invitedSurveys(given);
  const links = linkSurveys(given);
  const inTwoDays = () => new Date(Date.now() + 2 * DAY_MS).toISOString();

  const open = {
    async everyone(settings: Settings, count: number, as?: readonly Person[]) {
      const { t, surveyor, admin } = given();
      const id = await t.makeSurvey(surveyor, { ...settings, publishedBy: admin });
      const makeVoter = () => makePerson(t.database, t.tokens, { isMember: true });
      const voters = as ?? (await Promise.all(Array.from({ length: count }, makeVoter)));
      const vote = (index: number, answer: Answer, more: object) =>
        invited.castByAccount(id, voters[index] as Person, answer, more);
      return { id, voters, vote, invitations: [] };
    },
    async invited(settings: Settings, count: number) {
      const { id, codes, ids: invitations } = await invited.makeOpen(count, settings);
      const voters = await Promise.all(codes.map((code) => invited.open(code)));
      const vote = (index: number, answer: Answer, more: object) => invited.vote(id, voters[index], answer, more);
      return { id, voters, vote, invitations };
    },
    async link(settings: Settings, count: number) {
      const id = await links.make(settings);
      const voters = await Promise.all(Array.from({ length: count }, () => links.open(id)));
      const vote = (index: number, answer: Answer, more: object) => links.vote(id, voters[index] ?? {}, answer, more);
      return { id, voters, vote, invitations: [] };
    },
  };

  return async function scenario<E extends Electorate = "everyone">({
    answers = [],
    ballot = () => ({}),
    as,
    people = answers.length,
    ...chosen
  }: Scenario<E> = {}): Promise<Made<E>> {
    const electorate: Electorate = chosen.electorate ?? "everyone";
    const results = chosen.results ?? ((chosen.privacy ?? "named") === "named" ? "live" : "afterClose");
    const settings = { ...(results === "afterClose" && { deadline: inTwoDays() }), ...chosen, electorate, results };
    const { id, voters, vote, invitations } = await open[electorate](settings, people, as);
    const receipts: (string | null)[] = [];
    for (const [index, answer] of answers.entries()) {
      const response = await vote(index, answer, ballot(index));
      expect(response.statusCode, response.payload).toBe(200);
      receipts.push(response.json().receipt);
    }
    // The electorate decides what a voter is.
    return { id, voters: voters as VoterOf[E][], receipts, invitations };
  };
}
