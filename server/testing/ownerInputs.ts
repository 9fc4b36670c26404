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
