import { setTimeout as sleep } from "node:timers/promises";
import * as account from "@survey-app/contract/account/account.ts";
import { endpoints } from "@survey-app/contract/endpoints.ts";
import { type Endpoint, type KeyScope, keyScopeOf, keyScopes } from "@survey-app/contract/http/endpoint.ts";
import * as apiKeys from "@survey-app/contract/session/apiKeys.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as users from "@survey-app/contract/users/users.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../testing/accounts.ts";
import { apiKeyRequests } from "../testing/apiKeyRequests.ts";
import { openElsewhere } from "../testing/freshDatabase.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { createApiKeys } from "./apiKeys.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
const lines: string[] = [];

beforeAll(async () => {
  t = await testApp({ logLevel: "trace", logTo: { write: (line: string) => void lines.push(line) } });
  people = await createUsersOfEveryRole(t.database, t.tokens);
});

afterAll(() => t.close());

const { statusOf, listKeys, withKey } = apiKeyRequests(() => t);

/**
 * The endpoints that each scope opens, besides those that visitors can read. Written by hand, so that too wide a
 * declaration fails here.
 */
const opened: Record<KeyScope, string[]> = {
  read: [
    "downloads.getVotesCsv",
    "feedback.getFeedback",
    "feedback.listFeedback",
    "images.listMyImages",
    "invitations.getMyInvitation",
    "invitations.listInvitations",
    "linkVotes.getLinkVoting",
    "meetings.listMeetings",
    "notices.getMyNotices",
    "outcomes.getFollow",
    "outcomes.getSending",
    "owners.listSharedSurveys",
    "ownNumbers.getMyNumbers",
    "surveys.listMySurveys",
    "users.getUser",
    "votes.getMyVote",
    "votes.listMyChoices",
    "votes.listMyComments",
    "votes.listMyParticipations",
    "votes.listMyReports",
    "waitingPeople.listWaitingPeople",
  ],
  vote: [
    "comments.addComment",
    "comments.removeComment",
    "outcomes.followSurvey",
    "outcomes.unfollowSurvey",
    "votes.castVote",
  ],
  manage: [
    "feedback.markFeedbackRead",
    "images.deleteImage",
    "images.uploadImage",
    "invitations.addInvitations",
    "invitations.createCodes",
    "invitations.reissueInvitation",
    "invitations.removeInvitation",
    "invitations.replaceCodes",
    "invitations.sendInvitations",
    "linkVotes.setRoomMode",
    "meetingQuestions.addDraft",
    "meetingQuestions.changeDraft",
    "meetingQuestions.deleteDraft",
    "meetingQuestions.endQuestionSoon",
    "meetingQuestions.openQuestion",
    "meetingQuestions.orderDrafts",
    "meetingQuestions.repeatQuestion",
    "meetingQuestions.takeBackQuestion",
    "meetings.changeMeeting",
    "meetings.createMeeting",
    "meetings.deleteMeeting",
    "meetings.endMeeting",
    "meetings.getManagedMeeting",
    "meetings.renewWall",
    "meetings.sendCorrection",
    "outcomes.remindFollowers",
    "outcomes.setOutcome",
    "rooms.listRoomQuestions",
    "rooms.moveRoom",
    "rooms.setRoomQuestions",
    "series.askAgain",
    "shortAddresses.renewShortAddress",
    "surveys.closeSurvey",
    "surveys.createSurvey",
    "surveys.deleteSurvey",
    "surveys.showResult",
    "surveys.updateSurvey",
    "unlistedSurveys.createUnlistedSurvey",
    "waitingPeople.makeWaitingCodes",
    "waitingPeople.removeWaitingPerson",
  ],
};

/** An id for each parameter of the path. */
const idsOf = ({ path }: Endpoint) =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, "x"]));

/** The endpoints that accept a key. Each request has a body that can't be read, so that nothing happens. */
async function allowedTo(as: Person): Promise<string[]> {
  const allowed: string[] = [];
  for (const [name, endpoint] of endpoints) {
    // Streams don't read tokens, and invitations have their own tokens.
    if (endpoint.stream || endpoint.access === "invited") continue;
    const isRead = endpoint.method === "GET";
    const response = await t.send(endpoint, {
      as,
      params: { ...idsOf(endpoint), page: "privacy", email: as.email },
      body: isRead ? undefined : "{",
      headers: isRead ? {} : { "content-type": "application/json" },
    });
    if (response.statusCode !== 401 && response.statusCode !== 403) allowed.push(name);
  }
  return allowed.sort();
}

// Security: P01, R45
test("a key opens the endpoints of its scopes and no others, for an admin too", async () => {
  const isPublicRead = ([name, { method, access, stream }]: [string, Endpoint]) =>
    method === "GET" && access === "anyone" && !stream && name !== "session.getSession";
  const publicReads = [...endpoints].filter(isPublicRead).map(([name]) => name);
  for (const scope of keyScopes) {
    const expected = [...opened[scope], ...(scope === "read" ? publicReads : [])].sort();
    for (const owner of [people.admin, people.surveyor])
      expect(await allowedTo(await withKey(owner, [scope])), scope).toEqual(expected);
  }
  // A role that the user doesn't have is missing with a key as well.
  const { code } = await t.refused(surveys.createSurvey, { as: await withKey(people.user, ["manage"]), body: {} });
  expect(code).toBe("roleRequired");
});

// Security: P01
test("no scope opens what needs a sign-in within the last minutes, or what admins do", () => {
  const opened = [...endpoints].filter(([, endpoint]) => keyScopeOf(endpoint) !== null);
  const wrong = opened.filter(([, { recentSignIn, access }]) => recentSignIn === true || access === "admin");
  expect(wrong.map(([name]) => name)).toEqual([]);
});

// Security: P01
test("with an admin's key, requests have the rights of a surveyor", async () => {
  const waiting = await t.makeSurvey(people.surveyor);
  const own = await t.makeSurvey(people.admin);
  const as = await withKey(people.admin, ["read", "manage"]);
  expect((await t.send(surveys.getSurvey, { as: people.admin, params: { id: waiting } })).statusCode).toBe(200);
  for (const endpoint of [surveys.getSurvey, surveys.closeSurvey, surveys.deleteSurvey])
    expect((await t.refused(endpoint, { as, params: { id: waiting } })).code).toBe("notFound");
  const ofOther = { as, params: { email: people.user.email } };
  for (const endpoint of [users.getUser, votes.listMyParticipations])
    expect((await t.refused(endpoint, ofOther)).code).toBe("notYou");
  const found = await t.send(surveys.listAllSurveys, { as });
  expect(found.json<{ _id: string }[]>().map(({ _id }) => _id)).not.toContain(waiting);
  expect(await t.request(surveys.deleteSurvey, { as, params: { id: own } })).toEqual({ modifiedCount: 1 });
});

// Security: P01
test("where admins need a second factor, an admin's key has the rights of a user", async () => {
  const strict = await testApp({ adminSecondFactor: true });
  const admin = await makePerson(strict.database, strict.tokens, { role: "admin" });
  const body = { name: "A program", scopes: ["read" as const, "manage" as const] };
  const { key: token } = await strict.request(apiKeys.createApiKey, { as: admin, body });
  const as = { ...admin, token };
  expect((await strict.refused(surveys.createSurvey, { as, body: {} })).code).toBe("roleRequired");
  await strict.close();
});

test("a program votes, comments and asks as its user, and reads what its user can read", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const voter = await withKey(people.pro, ["read", "vote"]);
  await t.request(votes.castVote, { as: voter, body: { SurveyID: id, vote: 1, comments: "By a program" } });
  expect(await t.request(votes.getMyVote, { as: people.pro, params: { id } })).toMatchObject({ vote: 1 });
  const surveyor = await withKey(people.surveyor, ["read", "manage"]);
  const asked = await t.makeSurvey(surveyor);
  const body = { Title: "Better?", category: "Food Preparation" as const, image: "https://example.org/a.webp" };
  await t.request(surveys.updateSurvey, { as: surveyor, params: { id: asked }, body });
  const mine = await t.request(surveys.listMySurveys, { as: surveyor, query: { email: surveyor.email } });
  expect(mine.find(({ _id }) => _id === asked)).toMatchObject({ Title: "Better?", email: surveyor.email });
});

// Security: P01
test("no key reports a survey, not even together with a vote", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const as = await withKey(people.user, [...keyScopes]);
  const reporting = { SurveyID: id, vote: 1 as const, inapp: "Reported by a program" };
  expect(await t.refused(votes.castVote, { as, body: reporting })).toMatchObject({
    status: 403,
    code: "scopeRequired",
  });
  expect(await t.request(votes.getMyVote, { as: people.user, params: { id } })).toBeNull();
  await t.request(votes.castVote, { as, body: { ...reporting, inapp: "" } });
  expect(await t.request(votes.getMyVote, { as: people.user, params: { id } })).toMatchObject({ vote: 1, inapp: "" });
});

test("a key is renamed by its owner only, and keeps its scopes, its expiry and the key itself", async () => {
  const person = await makePerson(t.database, t.tokens);
  const as = await withKey(person, ["read"], 30);
  const [before] = await listKeys(person);
  const params = { id: before?._id ?? "" };
  const body = { name: "Nightly import" };
  expect(await t.refused(apiKeys.renameApiKey, { as: people.admin, params, body })).toMatchObject({ code: "notFound" });
  await t.request(apiKeys.renameApiKey, { as: person, params, body });
  expect(await listKeys(person)).toEqual([{ ...before, name: "Nightly import" }]);
  expect(await statusOf(as)).toBe(200);
});

// Security: P01, R51, R54
test("the key is in one response only: not in the database, lists, exports, logs or emails", async () => {
  const owner = await signUp(t);
  await t.database.db.updateTable("users").set({ email_verified: 1 }).where("email", "=", owner.email).execute();
  const { key, apiKey } = await t.request(apiKeys.createApiKey, {
    as: owner,
    body: { name: "Nightly export", scopes: ["read", "vote"], days: 30 },
  });
  expect(key).toMatch(/^sak_[\w-]{51}$/);
  const as = { ...owner, token: key };
  expect(await statusOf(as)).toBe(200);
  expect((await t.refused(apiKeys.createApiKey, { as, body: { name: "x", scopes: ["read"] } })).code).toBe(
    "scopeRequired",
  );
  const stored = await t.database.db.selectFrom("api_keys").selectAll().where("user_id", "=", owner.id).execute();
  const exported = await t.request(account.exportMyData, { as: owner });
  const { _id, ...shown } = apiKey;
  expect(exported.apiKeys).toMatchObject([{ ...shown, lastUsedAt: expect.toBeOneOf([null, expect.any(String)]) }]);
  const outbox = await t.database.db.selectFrom("outbox").selectAll().execute();
  for (const value of [stored, exported, outbox, await listKeys(owner), lines])
    expect(JSON.stringify(value)).not.toContain(key.slice(4, 40));
  expect(JSON.stringify(exported)).not.toContain(stored[0]?.key_hash);
  expect(lines.some((line) => line.includes("/me/api-keys") && line.includes(owner.id))).toBe(true);
});

// Security: P01, R43
test("a revoked, expired or invented key is rejected immediately; others' keys can't be revoked", async () => {
  const owner = await makePerson(t.database, t.tokens);
  const [kept, revoked] = [await withKey(owner), await withKey(owner)];
  const expired = await withKey(owner, ["read"], 1);
  expect(await Promise.all([kept, revoked, expired].map(statusOf))).toEqual([200, 200, 200]);
  const [, second] = await listKeys(owner);
  const params = { id: second?._id ?? "" };
  expect((await t.refused(apiKeys.revokeApiKey, { as: people.admin, params })).code).toBe("notFound");
  await t.request(apiKeys.revokeApiKey, { as: owner, params });
  expect(await statusOf(revoked)).toBe(401);
  expect(await statusOf(kept)).toBe(200);
  // Another instance revokes the other one: this one knows within a second.
  const elsewhere = openElsewhere(t).db;
  await elsewhere.deleteFrom("api_keys").where("user_id", "=", owner.id).where("expires_at", "is", null).execute();
  while ((await statusOf(kept)) === 200) await sleep(20);
  expect(await statusOf(kept)).toBe(401);
  const past = { expires_at: Date.now() - 1 };
  await t.database.db.updateTable("api_keys").set(past).where("user_id", "=", owner.id).execute();
  // Its end doesn't change otherwise, so it is cached until then; here it is read again.
  await t.request(users.updateMyProfile, { as: owner, body: { displayName: "Eve Expired" } });
  expect(await statusOf(expired)).toBe(401);
  const invented = createApiKeys(["another server's secret"]).create().key;
  for (const token of [invented, "sak_", `sak_${"x".repeat(51)}`, `${kept.token.slice(0, -1)}x`, ` ${kept.token}`])
    expect(await statusOf({ ...owner, token }), token).toBe(401);
});

// Security: R47
test("a blocked user's keys are rejected, and a new role counts immediately", async () => {
  const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const as = await withKey(owner, ["read", "manage"]);
  await t.makeSurvey(as);
  await t.request(users.setUserRole, { as: people.admin, params: { id: owner.id }, body: { role: "user" } });
  expect((await t.refused(surveys.createSurvey, { as, body: {} })).code).toBe("roleRequired");
  const block = (status: "Blocked" | "Verified") =>
    t.request(users.setUserStatus, { as: people.admin, params: { id: owner.id }, body: { status } });
  await block("Blocked");
  expect(await statusOf(as)).toBe(401);
  await block("Verified");
  expect(await statusOf(as)).toBe(200);
});

// Security: P01
test("creating a key requires a sign-in within ten minutes, and a session that has not ended meanwhile", async () => {
  const owner = await makePerson(t.database, t.tokens);
  const created_at = Date.now() - 11 * 60_000;
  await t.database.db.updateTable("sessions").set({ created_at }).where("id", "=", owner.sessionId).execute();
  const body = { name: "Late", scopes: ["read" as const] };
  expect((await t.refused(apiKeys.createApiKey, { as: owner, body })).code).toBe("signInAgain");
  const many = { name: "Many", scopes: Array.from({ length: 10_000 }, () => "x") };
  expect((await t.refused(apiKeys.createApiKey, { as: people.user, body: many })).errors).toHaveLength(50);
  expect(await listKeys(owner)).toEqual([]);
});
