import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { newTicket } from "./invitedSurveys.ts";
import { makePerson, type Person } from "./people.ts";
import type { TestApp } from "./testApp.ts";

/**
 * Votes as a person who is created for it.
 * @param details a comment makes the person a member, as comments require
 */
export async function voteAsNewPerson(
  t: TestApp,
  SurveyID: string,
  vote: Answer = 1,
  { name = "Test Person", comments = "" }: { name?: string; comments?: string } = {},
): Promise<Person> {
  const as = await makePerson(t.database, t.tokens, { name, isMember: comments !== "" });
  await t.request(castVote, { as, body: { SurveyID, vote, comments, ticket: newTicket() } });
  return as;
}
