import * as owners from "@survey-app/contract/surveys/owners.ts";
import { makePerson, type Person } from "./people.ts";
import type { TestApp } from "./testApp.ts";

/** Actions of tests on surveys of several owners. */
export function coOwners(given: () => { t: TestApp }) {
  const invite = (id: string, owner: Person, { email }: { email: string }) =>
    given().t.request(owners.inviteCoOwner, { as: owner, params: { id }, body: { email } });
  const accept = (id: string, as: Person) => given().t.request(owners.acceptCoOwnership, { as, params: { id } });
  return {
    invite,
    accept,
    leave: (id: string, as: Person) => given().t.request(owners.leaveSurvey, { as, params: { id } }),
    list: (id: string, as: Person) => given().t.request(owners.listOwners, { as, params: { id } }),
    /** A new surveyor who co-owns a survey. */
    async share(id: string, owner: Person, name = "Coco Owner"): Promise<Person> {
      const person = await makePerson(given().t.database, given().t.tokens, { role: "surveyor", name });
      await invite(id, owner, person);
      await accept(id, person);
      return person;
    },
    /** Removes a co-owner as the owner does. */
    async remove(id: string, owner: Person, person: Person): Promise<void> {
      const { coOwners } = await given().t.request(owners.listOwners, { as: owner, params: { id } });
      const row = coOwners.find(({ email }) => email === person.email);
      await given().t.request(owners.removeCoOwner, { as: owner, params: { id, owner: row?._id ?? "" } });
    },
  };
}
