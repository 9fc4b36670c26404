import { deleteMyAccount, exportMyData } from "@survey-app/contract/account/account.ts";
import { getFollow } from "@survey-app/contract/surveys/outcomes.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PRIVACIES } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { ANSWER, WAYS, type Way, waysToVote } from "../testing/waysToVote.ts";

/**
 * The data that belongs to a person: each privacy × each way to vote × each place that shows people what they did. The
 * readers are the person, an admin who reads the person's lists, and the next account with the address. Each cell says
 * what is seen: the answer, only that the person voted, or nothing.
 */
type Seen = "answer" | "voted" | "nothing";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});

afterAll(() => t.close());

const ways = waysToVote(() => ({ t, ...people }));

const seen = (found: { vote: number | null } | null | undefined): Seen =>
  found ? (found.vote === ANSWER ? "answer" : "voted") : "nothing";

/** Each place that shows an account what it did. */
const PLACES: Record<string, (id: string, as: Person) => Promise<Seen>> = {
  "its vote on the survey's page": async (id, as) => seen(await t.request(votes.getMyVote, { as, params: { id } })),
  "its marks on lists of surveys": async (id, as) =>
    seen(
      (await t.request(votes.listMyChoices, { as, query: { surveys: id } })).find(({ surveyId }) => surveyId === id),
    ),
  "its list of participations": async (id, as) => seen(await participation(id, as, as)),
  "the download of its data": async (id, as) =>
    seen((await t.request(exportMyData, { as })).votes.find(({ surveyId }) => surveyId === id)),
  "whether it follows the survey": async (id, as) =>
    (await t.request(getFollow, { as, params: { id } })).follows ? "voted" : "nothing",
};

const participation = async (id: string, of: Person, as: Person) =>
  (await t.request(votes.listMyParticipations, { as, params: { email: of.email }, query: { limit: 100 } })).find(
    ({ SurveyID }) => SurveyID === id,
  );

const all = (place: Seen): Seen[] =>
  Object.keys(PLACES).map((name) => (name.startsWith("whether") ? shown(place) : place));
const shown = (place: Seen): Seen => (place === "answer" ? "voted" : place);
const read = (id: string, as: Person) => Promise.all(Object.values(PLACES).map((place) => place(id, as)));

/**
 * The account's view of the vote, and an admin's view in the account's list of participations: what the account did,
 * but never on which private lists its address is.
 */
const EXPECTED: Record<(typeof PRIVACIES)[number][0], Record<Way, { own: Seen; admin: Seen }>> = {
  named: {
    "an account on an open survey": { own: "answer", admin: "answer" },
    "an account on a list": { own: "answer", admin: "answer" },
    "a link, while the address has an account": { own: "nothing", admin: "nothing" },
    "a code": { own: "nothing", admin: "nothing" },
  },
  confidential: {
    "an account on an open survey": { own: "answer", admin: "voted" },
    "an account on a list": { own: "answer", admin: "voted" },
    "a link, while the address has an account": { own: "nothing", admin: "nothing" },
    "a code": { own: "nothing", admin: "nothing" },
  },
  // The user of an invitation is not stored, so the account with its address sees that it was used.
  secret: {
    "an account on an open survey": { own: "voted", admin: "voted" },
    "an account on a list": { own: "voted", admin: "nothing" },
    "a link, while the address has an account": { own: "voted", admin: "nothing" },
    "a code": { own: "nothing", admin: "nothing" },
  },
};

test.each(PRIVACIES)("a person with two invitations to a %s survey sees it once", async (privacy, settings) => {
  const { invited } = ways;
  const reader = await makePerson(t.database, t.tokens);
  const second = `second-${reader.id}@example.org`;
  const { id } = await invited.makeOpen(0, settings(), [reader.email, second]);
  expect((await invited.castByAccount(id, reader, ANSWER)).statusCode).toBe(200);
  const [, link = ""] = await invited.linksOf(id);
  expect((await invited.vote(id, await invited.open(link), 0)).statusCode).toBe(200);
  const as = await ways.moveTo(reader, second);
  expect(await read(id, as)).toEqual(all(privacy === "secret" ? "voted" : "answer"));
  const listed = { as, params: { email: second }, query: { limit: 100 } };
  expect((await t.request(votes.listMyParticipations, listed)).map(({ SurveyID }) => SurveyID)).toEqual([id]);
  expect((await t.request(exportMyData, { as })).votes.map(({ surveyId }) => surveyId)).toEqual([id]);
});

describe.each(PRIVACIES)("of a vote on a %s survey", (privacy, settings) => {
  describe.each(WAYS)("by %s", (way) => {
    const expected = EXPECTED[privacy][way];

    test(`its account sees in each place: ${expected.own}; an admin: ${expected.admin}`, async () => {
      const { id, reader } = await ways.cast(way, settings());
      expect(await read(id, reader)).toEqual(all(expected.own));
      expect(seen(await participation(id, reader, people.admin))).toBe(expected.admin);
      expect(await read(id, await makePerson(t.database, t.tokens))).toEqual(all("nothing"));

      // No vote of the account passes on with the address, and the account keeps what is stored with it.
      const { former, heir } = await ways.passAddressOn(reader);
      const isByList = privacy === "secret" && way !== "an account on an open survey";
      expect(await read(id, former)).toEqual(all(isByList ? "nothing" : expected.own));
      // Who used an invitation to a secret survey is not stored: the next account with the address sees that it was
      // used.
      const isUsed = isByList && way !== "a code";
      expect(await read(id, heir)).toEqual(all(isUsed ? "voted" : "nothing"));
    });

    test("after the account is deleted, nothing of the vote is found by the person; the vote stays counted", async () => {
      const { id, reader } = await ways.cast(way, settings());
      await t.request(deleteMyAccount, { as: reader, body: { email: reader.email } });
      const heir = await makePerson(t.database, t.tokens);
      await t.database.db.updateTable("users").set({ email: reader.email }).where("id", "=", heir.id).execute();
      expect(await read(id, { ...heir, email: reader.email })).toEqual(all("nothing"));
      expect(await ways.invited.participantsOf(id)).toBe(1);
    });
  });
});
