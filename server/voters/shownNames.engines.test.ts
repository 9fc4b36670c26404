import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { shownName } from "@survey-app/contract/users/users.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invitedSurveys, untilClose } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());
const invited = invitedSurveys(() => ({ t, ...people }));

const masked = "a•••@e•••.org";

test("an address in a name is masked, with its marks and beside other words, and other names stay", () => {
  expect(shownName("ada@example.org")).toBe(masked);
  expect(shownName("Ada <ada@example.org>, bo@example.org")).toBe(`Ada <${masked}>, b•••@e•••.org`);
  for (const name of ["Ada Lim", "@ada", "Ada @ home", "ada@home"]) expect(shownName(name)).toBe(name);
});

test("an account with an address as its name votes, comments and asks under the masked address", async () => {
  const ada = await makePerson(t.database, t.tokens, { name: "ada@example.org", isMember: true });
  const surveyor = await makePerson(t.database, t.tokens, { name: "ada@example.org", role: "surveyor" });
  const id = await t.makeSurvey(surveyor, { publishedBy: people.admin });
  await t.request(votes.castVote, { as: ada, body: { SurveyID: id, vote: 1, comments: "Well said" } });
  expect(await t.request(surveys.getSurvey, { params: { id } })).toMatchObject({ userName: masked });
  const read = await Promise.all([
    t.send(votes.listSurveyVotes, { params: { id } }),
    t.send(surveys.getSurvey, { params: { id }, as: people.user }),
  ]);
  for (const { payload, statusCode } of read) {
    expect(statusCode).toBe(200);
    expect(payload).toContain(masked);
    expect(payload).not.toContain("ada@example.org");
  }
  for (const q of ["ada", "ada@example"])
    expect(await t.request(votes.listSurveyVotes, { params: { id }, query: { q } })).toEqual([]);
});

test("a label that is an address is masked where its person votes, and on the list for a co-owner's program", async () => {
  const id = await invited.make();
  await invited.add(id, [{ label: "ada@example.org" }, { label: "Bo" }]);
  await invited.publish(id);
  const [first, second] = await invited.list(id);
  expect(first).toMatchObject({ label: "ada@example.org" });
  const { code } = await invited.reissue(id, first?._id ?? "");
  const { code: other } = await invited.reissue(id, second?._id ?? "");
  const opened = await t.request(invitations.openInvitation, { body: { token: code ?? "" } });
  expect(opened).toMatchObject({ votesAs: masked });
  await invited.vote(id, await invited.open(code ?? ""), 1);
  await invited.vote(id, await invited.open(other ?? ""), 0);
  const { payload } = await t.send(votes.listSurveyVotes, { params: { id } });
  expect(payload).toContain(masked);
  expect(payload).not.toContain("ada@example.org");
});

test("where votes are listed by name, no cursor has an address", async () => {
  const id = await invited.make({ ...untilClose(), changeable: true });
  await invited.add(id, [{ label: "ada@example.org" }, { label: "Bo" }]);
  await invited.publish(id);
  for (const { _id } of await invited.list(id)) {
    const { code } = await invited.reissue(id, _id);
    await invited.vote(id, await invited.open(code ?? ""), 1);
  }
  await t.request(surveys.closeSurvey, { as: people.admin, params: { id } });
  const names: string[] = [];
  for (let cursor: string | undefined, pages = 0; pages < 3; pages++) {
    const query = { limit: 1, ...(cursor && { cursor }) };
    const response = await t.send(votes.listSurveyVotes, { params: { id }, query });
    names.push(...response.json<{ userName: string }[]>().map(({ userName }) => userName));
    cursor = /[?&]cursor=([^&>]+)/.exec(String(response.headers.link))?.[1];
    if (!cursor) break;
    expect(Buffer.from(cursor, "base64url").toString()).not.toContain("ada@");
  }
  expect(names.sort()).toEqual(["Bo", masked]);
});
