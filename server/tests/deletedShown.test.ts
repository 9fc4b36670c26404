import { deleteMyAccount } from "@survey-app/contract/account/account.ts";
import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import { listInvitations, reissueInvitation } from "@survey-app/contract/invitations/invitations.ts";
import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import { listMyPayments, listPayments } from "@survey-app/contract/payments/payments.ts";
import { getVotesCsv } from "@survey-app/contract/results/downloads.ts";
import { addFeedback, getFeedback, listFeedback } from "@survey-app/contract/surveys/feedback.ts";
import { acceptCoOwnership, inviteCoOwner, listOwners } from "@survey-app/contract/surveys/owners.ts";
import { askAgain } from "@survey-app/contract/surveys/series.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as users from "@survey-app/contract/users/users.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type AnyRequest, type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

/** Exactly what readers see of a deleted account, because integrations and older files compare with it. */
let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let gone: Person;
/** A survey of the deleted account, and one on which it voted, commented and reported. */
let owned: string;
let voted: string;
let feedbackId: string;
/** Two surveys with the deleted account on their lists: it voted on the first one. */
let used: string;
let unused: string;
/** A survey on which a person voted with a link, and then deleted the account with the address of the link. */
let byLink: { id: string; invitationId: string };

beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
  const { surveyor, admin } = people;
  gone = await makePerson(t.database, t.tokens, { name: "Gina Gone", role: "surveyor", isMember: true });
  owned = await t.makeSurvey(gone, { publishedBy: admin });
  await t.request(inviteCoOwner, { as: gone, params: { id: owned }, body: { email: people.otherSurveyor.email } });
  await t.request(acceptCoOwnership, { as: people.otherSurveyor, params: { id: owned } });
  const body = { surveyId: owned, feedback: "Well asked" };
  feedbackId = (await t.request(addFeedback, { as: admin, body })).insertedId;
  voted = await t.makeSurvey(surveyor, { publishedBy: admin });
  const vote = { SurveyID: voted, vote: 1, comments: "Yes, please", inapp: "Spam" } as const;
  await t.request(votes.castVote, { as: gone, body: vote });
  const invited = invitedSurveys(() => ({ t, ...people }));
  used = (await invited.makeOpen(0, {}, [gone.email, people.user.email])).id;
  expect((await invited.castByAccount(used, gone, 1)).statusCode).toBe(200);
  unused = (await invited.makeOpen(1, {}, [gone.email, people.user.email])).id;
  byLink = await voteByLink(invited, await makePerson(t.database, t.tokens));
  await t.request(users.setUserRole, { as: admin, params: { id: gone.id }, body: { role: "admin" } });
  await t.request(users.setUserRole, { as: gone, params: { id: people.pro.id }, body: { role: "surveyor" } });
  const payment = { id: `payment-${gone.id}`, user_id: gone.id, price_cents: 1200, transaction_id: `tx-${gone.id}` };
  await t.database.db
    .insertInto("payments")
    .values({ ...payment, status: "paid", created_at: Date.now() })
    .execute();
  await t.request(deleteMyAccount, { as: gone, body: { email: gone.email } });
});
afterAll(() => t.close());

async function voteByLink(invited: ReturnType<typeof invitedSurveys>, as: Person): Promise<typeof byLink> {
  const { id } = await invited.makeOpen(0, {}, [as.email]);
  const [link = ""] = await invited.linksOf(id);
  expect((await invited.vote(id, await invited.open(link), 1)).statusCode).toBe(200);
  const [found] = await invited.list(id);
  await t.request(deleteMyAccount, { as, body: { email: as.email } });
  return { id, invitationId: found?._id ?? "" };
}

/** The address in place of the deleted account's. */
const address = () => `${gone.id}@deleted.invalid`;
const masked = () => `${gone.id.slice(0, 1)}•••@d•••.invalid`;

async function read(endpoint: Endpoint, request: AnyRequest & { as?: Person }): Promise<unknown> {
  const { statusCode, payload } = await t.send(endpoint, request);
  expect(statusCode, payload).toBe(200);
  return JSON.parse(payload);
}

describe.each([
  ["the page", surveys.getSurvey, () => ({ params: { id: owned } })],
  ["the list", surveys.listPublishedSurveys, () => ({ query: { limit: 100 } })],
] as const)("%s of a deleted account's survey", (_, endpoint, request) => {
  const survey = async (as?: Person) => {
    const found = [await read(endpoint, { ...(as && { as }), ...request() })].flat() as surveys.Survey[];
    return found.find(({ _id }) => _id === owned);
  };

  test("names a deleted user, and masks the address, except for co-owners and admins", async () => {
    expect(await survey()).toMatchObject({ userName: "Deleted user", email: masked() });
    expect(await survey(people.user)).toMatchObject({ userName: "Deleted user", email: masked() });
    expect(await survey(people.otherSurveyor)).toMatchObject({ userName: "Deleted user", email: address() });
    expect(await survey(people.admin)).toMatchObject({ userName: "Deleted user", email: address() });
  });
});

test("the owners of a survey name the deleted one", async () => {
  for (const as of [people.otherSurveyor, people.admin])
    expect(await read(listOwners, { as, params: { id: owned } })).toMatchObject({
      owner: { name: "Deleted user", email: address(), isYou: false },
    });
});

test("lists and files of votes show the deleted user as before", async () => {
  const shown = async (as?: Person) => {
    const found = await read(votes.listSurveyVotes, { ...(as && { as }), params: { id: voted } });
    return (found as votes.Vote[]).map(({ email, userName, comments, inapp }) => [email, userName, comments, inapp]);
  };
  expect(await shown()).toEqual([[masked(), "Deleted user", "", ""]]);
  for (const as of [people.surveyor, people.admin])
    expect(await shown(as)).toEqual([[address(), "Deleted user", "", "Spam"]]);
  const csv = await t.send(getVotesCsv, { as: people.surveyor, params: { id: voted } });
  expect(csv.payload.split("\r\n")[1]).toMatch(`${address()},Deleted user,Yes,Spam,,`);
});

test("a vote by link shows the address in place of the person's, and masks it except for the list's owner", async () => {
  const { id, invitationId } = byLink;
  const stored = `${invitationId}@deleted.invalid`;
  const shown = async (as?: Person) => {
    const found = (await read(votes.listSurveyVotes, { ...(as && { as }), params: { id } })) as votes.Vote[];
    return found.map(({ email, userName }) => [email, userName]);
  };
  expect(await shown(people.surveyor)).toEqual([[stored, "Deleted user"]]);
  for (const as of [undefined, people.user, people.admin])
    expect(await shown(as)).toEqual([[`${invitationId.slice(0, 1)}•••@d•••.invalid`, "Deleted user"]]);
  const csv = await t.send(getVotesCsv, { as: people.surveyor, params: { id } });
  expect(csv.payload.split("\r\n")[1]).toMatch(`${stored},Deleted user,Yes,`);
});

test("reports show the deleted user as before", async () => {
  const query = { limit: 10 };
  expect(await read(votes.listSurveyReports, { as: people.admin, params: { id: voted }, query })).toMatchObject([
    { email: address(), userName: "Deleted user", inapp: "Spam" },
  ]);
});

test("lists for invited people show that the account was deleted, and give it no link", async () => {
  const { surveyor, user } = people;
  for (const [id, voted] of [
    [used, true],
    [unused, false],
  ] as const) {
    const rows = await t.request(listInvitations, { as: surveyor, params: { id }, query: { limit: 10 } });
    const [deleted, other] = rows.filter(({ label }) => !label.startsWith("Code "));
    expect(deleted).toMatchObject({ label: "Deleted user", email: null, isDeleted: true, voted });
    expect(other).toMatchObject({ label: "", email: user.email, isDeleted: false, voted: false });
    const invitation = deleted?._id ?? "";
    const refused = await t.refused(reissueInvitation, { as: surveyor, params: { id, invitation } });
    expect(refused.code).toBe("notFound");
  }
  const found = await read(votes.listSurveyVotes, { as: surveyor, params: { id: used } });
  expect(found).toMatchObject([{ email: address(), userName: "Deleted user" }]);
});

test("the list of a survey that is asked again has neither the deleted user nor more codes than before", async () => {
  const { surveyor } = people;
  await t.request(surveys.closeSurvey, { as: surveyor, params: { id: unused } });
  const again = await t.request(askAgain, { as: surveyor, params: { id: unused } });
  expect(again).toMatchObject({ people: 1, codes: 1 });
});

describe("an admin", () => {
  const as = () => ({ as: people.admin });

  test("finds the account, its surveys, votes, payments and feedback by the address that stands for it", async () => {
    const params = { email: address() };
    const query = { email: address(), limit: 10 };
    const user = await read(users.getUser, { ...as(), params });
    expect(user).toMatchObject({ _id: gone.id, email: address(), name: "Deleted user", status: "Deleted" });
    expect(await read(surveys.listMySurveys, { ...as(), query })).toMatchObject([{ _id: owned, email: address() }]);
    expect(await read(listFeedback, { ...as(), params })).toMatchObject([{ _id: feedbackId, email: address() }]);
    expect(await read(listMyPayments, { ...as(), params })).toMatchObject([{ email: address(), price: 12 }]);
    const participations = await read(votes.listMyParticipations, { ...as(), params });
    expect(participations).toMatchObject([{ SurveyID: used }, { SurveyID: voted, email: address(), vote: 1 }]);
    expect(await read(votes.listMyReports, { ...as(), params })).toMatchObject([{ SurveyID: voted, inapp: "Spam" }]);
  });

  test("reads its address in feedback, payments and the audit log, and finds it by a part", async () => {
    const feedback = await read(getFeedback, { ...as(), params: { id: feedbackId } });
    expect(feedback).toMatchObject({ email: address() });
    for (const q of ["deleted.invalid", gone.id, gone.id.slice(0, 8)]) {
      const payments = await read(listPayments, { ...as(), query: { q } });
      expect(payments).toMatchObject([{ email: address() }]);
      const events = (await read(listAuditEvents, { ...as(), query: { q, action: "roleChanged" } })) as object[];
      expect(events).toMatchObject([
        { admin: { _id: gone.id, name: "Deleted user", email: address() }, about: { title: people.pro.name } },
        { about: { id: gone.id, title: "Deleted user", email: address() } },
      ]);
    }
    expect(await read(listPayments, { ...as(), query: {} })).toMatchObject([{ email: address() }]);
  });

  test("doesn't find it in the list of users", async () => {
    expect(await read(users.listUsers, { ...as(), query: { q: gone.id } })).toEqual([]);
    expect(await read(users.listUsers, { ...as(), query: { q: "deleted.invalid" } })).toEqual([]);
  });
});
