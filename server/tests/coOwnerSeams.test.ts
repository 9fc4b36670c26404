import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { getVotesCsv } from "@survey-app/contract/results/downloads.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { BLOCKED, setUserRole, setUserStatus } from "@survey-app/contract/users/users.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { apiKeyRequests } from "../testing/apiKeyRequests.ts";
import { coOwners } from "../testing/coOwners.ts";
import { invitedSurveys, PRIVACIES, untilClose } from "../testing/invitedSurveys.ts";
import { endWindows } from "../testing/mail.sql.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { voteAsNewPerson } from "../testing/voteAsNewPerson.ts";

/** Where co-owners meet the other features. */

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let owner: Person;
beforeAll(async () => {
  t = await testApp({ surveyReview: "all" }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
  owner = people.surveyor;
});
afterAll(() => t.close());

const shared = coOwners(() => ({ t }));
const invited = invitedSurveys(() => ({ t, ...people }));
const keys = apiKeyRequests(() => t);
const address = () => `${crypto.randomUUID()}@example.org`;
const text = async (as: Person, endpoint: typeof surveys.getSurvey | typeof votes.listSurveyVotes, id: string) =>
  (await t.send(endpoint, { as, params: { id } })).payload;

test.each(PRIVACIES)(
  "a co-owner of a %s survey sees no more than its owner, whatever people vote",
  async (_, settings) => {
    const { id, codes } = await invited.makeOpen(6, settings());
    const coco = await shared.share(id, owner);
    for (const [index, code] of codes.slice(0, 5).entries())
      await invited.vote(id, await invited.open(code), index < 3 ? 1 : 0);
    const seenBy = async (as: Person) => {
      const {
        _id,
        openReports: __,
        coOwned: ___,
        ...survey
      } = await t.request(surveys.getSurvey, { as, params: { id } });
      return {
        survey,
        results: await t.request(surveys.getSurveyResults, { as, params: { id } }),
        votes: await t.request(votes.listSurveyVotes, { as, params: { id } }),
        list: await t.request(invitations.listInvitations, { as, params: { id } }),
        sending: await t.request(outcomes.getSending, { as, params: { id } }),
      };
    };
    expect(await seenBy(coco)).toEqual(await seenBy(owner));
    await t.request(surveys.closeSurvey, { as: coco, params: { id } });
    expect(await seenBy(coco)).toEqual(await seenBy(owner));
  },
);

test("hidden results open to a co-owner when they open to everyone, and not before", async () => {
  const id = await t.makeSurvey(owner, { publishedBy: people.admin, ...untilClose() });
  const coco = await shared.share(id, owner);
  for (const vote of [1, 1, 0] as const) await voteAsNewPerson(t, id, vote);
  const results = (as: Person) => t.request(surveys.getSurveyResults, { as, params: { id } });
  expect(await results(coco)).toMatchObject({ participants: 3, yesVotes: null, resultsVisible: false });
  expect(await t.refused(getVotesCsv, { as: coco, params: { id } })).toMatchObject({ code: "resultHidden" });
  expect(await text(coco, votes.listSurveyVotes, id)).toBe("[]");
  await t.request(surveys.closeSurvey, { as: coco, params: { id } });
  expect(await results(coco)).toEqual(await results(people.user));
});

test("a co-owner too has to wait until the votes can't be linked to voters before closing early", async () => {
  const { id } = await invited.makeOpen(6, { privacy: "confidential", ...untilClose() });
  const coco = await shared.share(id, owner);
  expect(await t.refused(surveys.closeSurvey, { as: coco, params: { id } })).toMatchObject({ code: "tooFewVotes" });
});

test("addresses of a list are exported by its owner only: not as a file, and not by a co-owner's program", async () => {
  const email = address();
  const { id, codes } = await invited.makeOpen(1, {}, [email]);
  await invited.vote(id, await invited.open(codes[0] ?? ""), 1);
  const [, link] = await invited.linksOf(id);
  await invited.vote(id, await invited.open(link ?? (await invited.linksOf(id))[0] ?? ""), 0);
  const coco = await shared.share(id, owner);
  const csv = async (as: Person) => (await t.send(getVotesCsv, { as, params: { id } })).payload;
  const list = async (as: Person) => (await t.send(invitations.listInvitations, { as, params: { id } })).payload;
  const onPage = (as: Person) => text(as, votes.listSurveyVotes, id);
  expect(await csv(owner)).toContain(email);
  expect(await csv(coco)).not.toContain(email);
  // On the page co-owners correct the list.
  expect(await list(coco)).toContain(email);
  expect(await onPage(coco)).toContain(email);
  const [ownProgram, coProgram] = [await keys.withKey(owner), await keys.withKey(coco)];
  for (const read of [list, onPage]) {
    expect(await read(ownProgram)).toContain(email);
    expect(await read(coProgram)).not.toContain(email);
  }
  expect(await csv(coProgram)).not.toContain(email);
  // A search doesn't reveal the address piece by piece either.
  const found = async (as: Person) =>
    (await t.request(invitations.listInvitations, { as, params: { id }, query: { q: email.slice(0, 8) } })).length;
  expect([await found(ownProgram), await found(coco), await found(coProgram)]).toEqual([1, 1, 0]);
  await shared.leave(id, coco);
  for (const read of [list, onPage, csv]) expect(await read(coco)).not.toContain(email);
});

test("a co-owner's API key does what its scope names, on shared surveys too, until the co-ownership ends", async () => {
  const id = await t.makeSurvey(owner, { publishedBy: people.admin });
  const coco = await shared.share(id, owner);
  const [reads, manages] = [await keys.withKey(coco, ["read"]), await keys.withKey(coco, ["manage"])];
  const close = async (as: Person) => (await t.send(surveys.closeSurvey, { as, params: { id } })).statusCode;
  expect(await close(reads)).toBe(403);
  await shared.remove(id, owner, coco);
  expect(await close(manages)).toBe(404);
  await shared.invite(id, owner, coco);
  await shared.accept(id, coco);
  expect(await close(manages)).toBe(200);
});

/** The ways to end a co-owner's right to cause emails. */
const ends: Record<string, (id: string, coco: Person) => Promise<unknown>> = {
  leaving: (id, coco) => shared.leave(id, coco),
  removal: (id, coco) => shared.remove(id, owner, coco),
  demotion: (_, coco) => t.request(setUserRole, { as: people.admin, params: { id: coco.id }, body: { role: "user" } }),
  blocking: (_, coco) =>
    t.request(setUserStatus, { as: people.admin, params: { id: coco.id }, body: { status: BLOCKED } }),
};

test.each(Object.entries(ends))(
  "%s stops the emails that a co-owner has queued, and another owner can send them",
  async (_, end) => {
    const email = address();
    const { id } = await invited.makeOpen(0, {}, [email]);
    const coco = await shared.share(id, owner);
    const send = (as: Person) => t.request(invitations.sendInvitations, { as, params: { id } });
    const sent = async () => {
      await enqueueMailings(t.database);
      await endWindows(t.database);
      return (await sendEmails(t)).filter(({ to }) => to === email).length;
    };
    expect(await send(coco)).toEqual({ modifiedCount: 1 });
    await enqueueMailings(t.database);
    await end(id, coco);
    // While the emails still wait, and the server hasn't decided yet that they must not be sent.
    expect(await send(owner)).toEqual({ modifiedCount: 1 });
    expect(await sent()).toBe(1);
  },
);

/** The emails that are sent to an address, after the due mailings were enqueued. */
async function sentTo(email: string, { before }: { before: () => Promise<unknown> }): Promise<string[]> {
  await enqueueMailings(t.database);
  // While the emails still wait.
  await before();
  await endWindows(t.database);
  return (await sendEmails(t)).filter(({ to }) => to === email).map(({ subject }) => subject);
}
const nothing = async () => {};

test.each(Object.entries(ends))(
  "%s stops the reminder that a co-owner has queued, and the owner can send one",
  async (_, end) => {
    const [email, follower] = [address(), await makePerson(t.database, t.tokens)];
    const invitation = await invited.makeOpen(0, {}, [email]);
    await t.request(invitations.sendInvitations, { as: owner, params: { id: invitation.id } });
    expect(await sentTo(email, { before: nothing })).toHaveLength(1);
    const everyone = await t.makeSurvey(owner, { publishedBy: people.admin });
    await t.request(outcomes.followSurvey, { as: follower, params: { id: everyone } });
    for (const [id, to] of [
      [invitation.id, email],
      [everyone, follower.email],
    ] as const) {
      const coco = await shared.share(id, owner);
      const remind = (as: Person) => t.request(outcomes.remindFollowers, { as, params: { id } });
      await remind(coco);
      expect(await sentTo(to, { before: () => end(id, coco) })).toEqual([]);
      await remind(owner);
      expect(await sentTo(to, { before: nothing })).toEqual([expect.stringContaining("You can still vote")]);
    }
  },
);

test.each(Object.entries(ends))(
  "%s stops the emails about what a co-owner has decided; it stays on the page, with the version of before",
  async (_, end) => {
    const voter = await makePerson(t.database, t.tokens);
    const id = await t.makeSurvey(owner, { publishedBy: people.admin });
    await t.request(votes.castVote, { as: voter, body: { SurveyID: id, vote: 1 } });
    await t.request(surveys.closeSurvey, { as: owner, params: { id } });
    expect(await sentTo(voter.email, { before: nothing })).toHaveLength(1);
    const coco = await shared.share(id, owner);
    const decide = (as: Person, text: string) => t.request(outcomes.setOutcome, { as, params: { id }, body: { text } });
    await decide(coco, "We buy a boat");
    expect(await sentTo(voter.email, { before: () => end(id, coco) })).toEqual([]);
    await decide(owner, "We buy no boat");
    expect(await sentTo(voter.email, { before: nothing })).toEqual([]);
    const page = await t.request(surveys.getSurvey, { params: { id } });
    expect(page.outcomes.map(({ text }) => text)).toEqual(["We buy no boat", "We buy a boat"]);
  },
);

test("a co-owner resumes the links of an owner who was blocked, under the survey's own limits", async () => {
  const from = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const email = address();
  const id = await t.makeSurvey(from, { electorate: "invited" });
  await t.request(invitations.addInvitations, { as: from, params: { id }, body: { rows: [{ email }] } });
  await invited.publish(id);
  const coco = await shared.share(id, from);
  await t.request(invitations.sendInvitations, { as: from, params: { id } });
  await enqueueMailings(t.database);
  await ends.blocking?.(id, from);
  expect((await sendEmails(t)).filter(({ to }) => to === email)).toEqual([]);
  expect(await t.request(invitations.sendInvitations, { as: coco, params: { id } })).toEqual({ modifiedCount: 1 });
  await enqueueMailings(t.database);
  await endWindows(t.database);
  expect((await sendEmails(t)).filter(({ to }) => to === email).length).toBe(1);
});

test.each(PRIVACIES)(
  "a co-owner who is on the list of a %s survey votes once, as a voter, and is told as an owner",
  async (_, settings) => {
    const { id } = await invited.makeOpen(0, settings(), Array.from({ length: 6 }, address));
    const coco = await shared.share(id, owner);
    const vote = () => invited.castByAccount(id, coco, 1);
    // A co-owner who isn't on the list can't vote.
    expect((await vote()).json()).toMatchObject({ code: "notInvited" });
    const second = await invited.makeOpen(0, settings(), [coco.email]);
    await shared.invite(second.id, owner, coco);
    await shared.accept(second.id, coco);
    expect((await invited.castByAccount(second.id, coco, 1)).statusCode).toBe(200);
    expect(await invited.participantsOf(second.id)).toBe(1);
    expect((await invited.castByAccount(second.id, coco, 0)).statusCode).toBe(409);
  },
);

test("a demoted co-owner who follows a survey gets its result like other followers, a co-owner the email to owners", async () => {
  const id = await t.makeSurvey(owner, { publishedBy: people.admin });
  const [stays, demoted] = [await shared.share(id, owner), await shared.share(id, owner)];
  for (const as of [stays, demoted]) await t.request(outcomes.followSurvey, { as, params: { id } });
  await ends.demotion?.(id, demoted);
  await t.request(surveys.closeSurvey, { as: people.admin, params: { id } });
  await enqueueMailings(t.database);
  const kinds = async ({ email }: Person) =>
    (await t.database.db.selectFrom("outbox").select("kind").where("address", "=", email).execute())
      .map(({ kind }) => kind)
      .filter((kind) => kind === "surveyResult" || kind === "surveyEnded");
  expect(await kinds(stays)).toEqual(["surveyEnded"]);
  expect(await kinds(demoted)).toEqual(["surveyResult"]);
  expect(await kinds(owner)).toContain("surveyEnded");
});
