import { inputsOfMeetings } from "./meetingRequests.ts";
import type { AnyRequest } from "./testApp.ts";

type Input = () => Required<AnyRequest>;

/** Valid requests to the endpoints of co-owners. @param survey whose owners they are about */
export function inputsOfOwners(survey: () => string): Record<string, Input> {
  const input =
    (params: Record<string, string> = { id: "none" }, body?: object): Input =>
    () => ({ params: { id: survey(), ...params }, query: {}, body });
  return {
    "owners.listOwners": input({}),
    "owners.inviteCoOwner": input({}, { email: "coco@example.org" }),
    "owners.acceptCoOwnership": input(),
    "owners.leaveSurvey": input(),
    "owners.removeCoOwner": input({ owner: "none" }),
  };
}

/** Valid requests to the endpoints of lists of people, and of meetings. */
export function inputsOfVoterLists(): Record<string, Input> {
  const input =
    (params: Record<string, string> | undefined, body?: object, query = {}): Input =>
    () => ({ params: params ?? {}, query, body });
  const list = { id: "none" };
  const person = { id: "none", person: "none" };
  return {
    ...inputsOfMeetings(),
    "voterLists.createVoterList": input(undefined, { name: "A list" }),
    "voterLists.changeVoterList": input(list, { name: "A list", sharedWith: null }),
    "voterLists.deleteVoterList": input(list),
    "voterLists.listListedPeople": input(list, undefined, { q: "a", group: "g", limit: 5 }),
    "voterLists.addListedPeople": input(list, {
      rows: [{ email: "a@example.org", label: "A", group: "g" }],
      dryRun: true,
    }),
    "voterLists.changeListedPerson": input(person, { email: "a@example.org", label: "A", group: "g" }),
    "voterLists.removeListedPerson": input(person),
    "voterLists.copyVoterList": input(list, undefined, { groups: "[]", after: "none" }),
  };
}
