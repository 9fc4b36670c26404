import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invitedSurveys, type Opened, secretSettings, untilClose } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({ surveyReview: "all" }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, ...people }));
const object = async (id: string, headers: Opened) =>
  (await t.send(invitations.objectToVote, { params: { id }, headers })).json();
const objectTo = async (token: string | null) =>
  (await t.send(invitations.objectToEnd, { body: { token: token ?? "" } })).json();
const close = (id: string) => t.request(surveys.closeSurvey, { as: people.admin, params: { id } });
const countOf = async (id: string) => (await invited.resultLabel(id)).list?.objections;
const reportsOf = async (id: string) =>
  (await t.request(votes.listSurveyReports, { as: people.admin, params: { id }, query: {} })).map(({ inapp }) => inapp);
const [SAID, SAID_BEFORE] = [{ modifiedCount: 1 }, { modifiedCount: 0 }];
const ONE = "A person on this survey's list says that someone else used their invitation.";

describe.each([
  ["named", untilClose],
  ["secret", secretSettings],
] as const)("where the result of a %s survey is hidden", (privacy, settings) => {
  test("an objection counts only if the invitation was used by then, and one that came too early doesn't block a later one", async () => {
    const { id, codes } = await invited.makeOpen(4, settings());
    const [unused = "", early = "", used = "", own = ""] = codes;
    expect(await object(id, await invited.open(unused))).toEqual(SAID);
    expect(await object(id, await invited.open(early))).toEqual(SAID);
    for (const code of [early, used]) await invited.vote(id, await invited.open(code), 1);
    expect(await object(id, await invited.open(early))).toEqual(SAID_BEFORE);
    expect(await object(id, await invited.open(used))).toEqual(SAID);
    expect(await object(id, await invited.open(used))).toEqual(SAID_BEFORE);
    const browser = await invited.open(own);
    await invited.vote(id, browser, 1);
    expect(await object(id, browser)).toEqual(SAID);
    expect(await countOf(id)).toBe(0);
    expect(await reportsOf(id)).toEqual([]);
    await close(id);
    // The browser of a secret vote isn't stored, so its voter can't be distinguished from others.
    const counted = privacy === "secret" ? 3 : 2;
    expect(await countOf(id)).toBe(counted);
    expect(await reportsOf(id)).toEqual([
      `${counted} people on this survey's list say that someone else used their invitation.`,
    ]);
    // The end of the ledger contains the number.
    const { closing } = (await t.send(votes.getLedger, { params: { id }, query: {} })).json();
    expect(closing.list.objections).toBe(counted);
  });

  test("an objection with a former code counts if a later one is used, once for each invitation, and codes are forgotten", async () => {
    const { id, ids, codes } = await invited.makeOpen(4, settings());
    const [taken = "", silent = "", own = "", removed = ""] = codes;
    await invited.vote(id, await invited.open(own), 1);
    const renewed = [];
    for (const invitation of ids.slice(0, 3)) renewed.push((await invited.reissue(id, invitation)).code ?? "");
    await invited.strike(id, ids[3] ?? "");
    for (const code of [taken, silent, own, removed]) {
      expect(await objectTo(code)).toEqual(SAID);
      expect(await objectTo(code)).toEqual(SAID_BEFORE);
    }
    await invited.vote(id, await invited.open(renewed[0] ?? ""), 0);
    expect(await objectTo(renewed[0] ?? "")).toEqual(SAID);
    expect(await countOf(id)).toBe(0);
    await close(id);
    expect(await countOf(id)).toBe(1);
    expect(await reportsOf(id)).toEqual([ONE]);
    const { db } = t.database;
    expect(await db.selectFrom("former_codes").selectAll().where("survey_id", "=", id).execute()).toEqual([]);
    expect(await t.refused(invitations.openInvitation, { body: { token: taken } })).toMatchObject({
      code: "invitationInvalid",
    });
  });
});

test("where the result is visible, each objection is reported immediately, and requires an invitation that was used", async () => {
  const { id, ids, codes } = await invited.makeOpen(3);
  const [used = "", unused = "", replaced = ""] = codes;
  await invited.vote(id, await invited.open(used), 1);
  expect(await object(id, await invited.open(unused))).toMatchObject({ status: 409, code: "invitationUnused" });
  expect(await object(id, await invited.open(used))).toEqual(SAID);
  expect(await countOf(id)).toBe(1);
  expect(await reportsOf(id)).toEqual([ONE]);
  const { code } = await invited.reissue(id, ids[2] ?? "");
  expect(await objectTo(replaced)).toEqual(SAID);
  expect(await countOf(id)).toBe(1);
  await invited.vote(id, await invited.open(code ?? ""), 1);
  const openedBefore = await invited.open(code ?? "");
  await close(id);
  expect(await countOf(id)).toBe(2);
  // People who opened it before can still object after the close. (The code itself is answered like a wrong one once
  // the survey has ended.)
  expect(await object(id, openedBefore)).toEqual(SAID_BEFORE);
  expect(await countOf(id)).toBe(2);
});

test("a code that was replaced before the upgrade is unknown, and one whose person was removed before it doesn't have a date", async () => {
  const { id, ids, codes } = await invited.makeOpen(2);
  await invited.reissue(id, ids[0] ?? "");
  await invited.strike(id, ids[1] ?? "");
  const { db } = t.database;
  await db.deleteFrom("former_codes").where("survey_id", "=", id).execute();
  await db.updateTable("invitations").set({ struck_at: null }).where("survey_id", "=", id).execute();
  const opened = (token = "") => t.refused(invitations.openInvitation, { body: { token } });
  expect(await opened(codes[0])).toMatchObject({ status: 422, code: "invitationInvalid" });
  expect(await opened(codes[1])).toMatchObject({
    status: 409,
    code: "invitationStruck",
    endedInvitation: { surveyId: id, endedAt: null },
  });
});
