import type { PassRule } from "@survey-app/contract/ballots/passRule.ts";
import { addInvitations } from "@survey-app/contract/invitations/invitations.ts";
import { appealUnpublication } from "@survey-app/contract/surveys/moderation.ts";
import { askAgain, getSeries } from "@survey-app/contract/surveys/series.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SURVEY_EVENT_HANDLERS } from "../appParts.ts";
import type { Database } from "../database/database.ts";
import { changeOf, type SurveyEvent, type SurveyEventHandler } from "../events/surveyEvents.ts";
import { invitedSurveys, untilClose } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { closeEnded } from "./closeSurvey.sql.ts";
import { publishComplete } from "./newSurvey.ts";

let t: TestApp;
/** Is called with each event in the transaction of its cause. */
let onEvent: (event: SurveyEvent) => void = () => {};
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  const surveyEventHandlers: SurveyEventHandler[] = [...SURVEY_EVENT_HANDLERS, async (_tx, event) => onEvent(event)];
  t = await testApp({ pages: true }, { ...WITHOUT_POLLS, surveyEventHandlers });
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, surveyor: people.surveyor, admin: people.admin }));
const again = (id: string, as = people.surveyor) => t.request(askAgain, { as, params: { id } });
const refused = async (id: string, as = people.surveyor) => (await t.refused(askAgain, { as, params: { id } })).code;
/** As a visitor, whose responses are cached: each change must be seen immediately. */
const seriesOf = async (survey: string) => t.request(getSeries, { params: { survey } });
const idsOf = async (survey: string) => (await seriesOf(survey)).map(({ _id }) => _id);
const own = (id: string) => t.request(surveys.getSurvey, { as: people.surveyor, params: { id } });
const close = (id: string) => t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
const unpublish = (id: string) =>
  t.request(surveys.setSurveyStatus, {
    as: people.admin,
    params: { id },
    body: { status: surveys.WAITING, feedback: "No" },
  });
const end = async (id: string) => {
  const times = { starts_at: Date.now() - DAY_MS, ends_at: Date.now() - 1 };
  await t.database.db.updateTable("surveys").set(times).where("id", "=", id).execute();
  await closeEnded(t.database, recorder());
};

test("a question in public lists doesn't say that it was asked before in a survey that isn't in any", async () => {
  const { id: unlisted } = await invited.makeOpen(1);
  await close(unlisted);
  const form = { Title: "The same for all?", copyOf: unlisted };
  const [listed, hidden] = [
    await t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...form }),
    await t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...form, electorate: "invited" }),
  ];
  const before = (id: string) => t.request(surveys.getSurvey, { params: { id } });
  expect(await before(listed)).toMatchObject({ listed: true, askedBefore: null, label: { askedBefore: null } });
  expect((await t.app.inject(`/surveydetails/${listed}`)).payload).not.toContain(unlisted);
  expect(await before(hidden)).toMatchObject({ listed: false, askedBefore: { surveyId: unlisted } });
});

test("a closed question is asked again with one press and reviewed like any new one; its public surveys stand in one series", async () => {
  const deadline = new Date(Date.now() + 3 * DAY_MS).toISOString();
  const settings = { Title: "Is it good?", unsure: true, changeable: true, deadline };
  const first = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...settings });
  expect(await refused(first)).toBe("notClosed");
  await close(first);
  for (const as of [people.otherSurveyor, people.admin]) expect(await refused(first, as)).toBe("notFound");
  expect(await seriesOf(first)).toEqual([]);
  const made = await again(first);
  expect(made).toMatchObject({ status: surveys.WAITING, people: 0, codes: 0 });
  const second = made.insertedId;
  expect(await own(second)).toMatchObject({ Title: "Is it good?", unsure: true, changeable: true, participants: 0 });
  const left = Date.parse((await own(second)).deadline ?? "") - Date.now();
  expect(Math.abs(left - 3 * DAY_MS)).toBeLessThan(HOUR_MS);
  expect((await t.request(surveys.getSurvey, { params: { id: first } })).inSeries).toBe(false);
  await invited.publish(second);
  expect(await idsOf(first)).toEqual([first, second]);
  expect((await t.request(surveys.getSurvey, { params: { id: first } })).inSeries).toBe(true);
  await close(second);
  const third = (await again(second)).insertedId;
  await invited.publish(third);
  expect(await idsOf(third)).toEqual([first, second, third]);
  const { payload } = await t.app.inject(`/series/${first}`);
  expect(payload).toContain("Different people may have answered each time");
  await unpublish(second);
  expect(await idsOf(first)).toEqual([first, third]);
  expect((await t.app.inject(`/series/${first}`)).payload).not.toContain(second);
});

test("a question that is published immediately is in the series immediately, also on pages that visitors have read", async () => {
  const first = await t.makeSurvey(people.surveyor, { Title: "At once?", electorate: "invited" });
  await close(first);
  const isInSeries = async () => (await t.request(surveys.getSurvey, { params: { id: first } })).inSeries;
  expect(await isInSeries()).toBe(false);
  expect(await again(first)).toMatchObject({ status: surveys.PUBLISHED });
  expect(await isInSeries()).toBe(true);
});

test("the list is copied as it is now: without people who were removed or left, and with the rule, but no one has voted", async () => {
  const passRule: PassRule = { needs: "atLeast", share: "2/3", of: "sides", quorum: { people: 2, of: "yes" } };
  const [stays, removed] = [await makePerson(t.database, t.tokens), await makePerson(t.database, t.tokens)];
  const { id } = await invited.makeOpen(2, { ...untilClose(), passRule, listed: false }, [stays.email, removed.email]);
  const gone = (await invited.list(id)).find(({ email }) => email === removed.email);
  await invited.strike(id, gone?._id ?? "");
  expect((await invited.castByAccount(id, stays, 1)).statusCode).toBe(200);
  await end(id);
  const { insertedId, people: copied, codes } = await again(id);
  expect([copied, codes]).toEqual([1, 2]);
  expect((await invited.list(insertedId)).map(({ email, state }) => [email, state])).toEqual([[stays.email, "listed"]]);
  await invited.publish(insertedId);
  expect(await own(insertedId)).toMatchObject({ passRule, participants: 0, closedAt: null, settingsFixed: true });
  expect((await invited.castByAccount(insertedId, stays, 0)).statusCode).toBe(200);
  const added = await t.refused(addInvitations, {
    as: people.surveyor,
    params: { id: insertedId },
    body: { rows: [{ label: "Late" }] },
  });
  expect(added).toMatchObject({ code: "passRuleFixed" });
  expect(await seriesOf(id)).toMatchObject([
    { passRule, closedAt: expect.any(String), yesVotes: 1, people: 4 },
    { passRule, closedAt: null, yesVotes: null, noVotes: null, participants: 1, people: 1 },
  ]);
});

test("a survey is published when its whole list is copied, so that no one can vote before; if that fails, the survey is deleted", async () => {
  const first = await invited.make();
  const emails = Array.from({ length: 510 }, (_, n) => ({ email: `p${n}@people.example` }));
  await invited.add(first, emails.slice(0, 400));
  await invited.add(first, emails.slice(400));
  await close(first);
  const events: [string, boolean][] = [];
  onEvent = ({ kind, isPublic }) => events.push([kind, isPublic]);
  const made = await again(first);
  expect(made).toMatchObject({ status: surveys.PUBLISHED, people: 510 });
  expect(events).toEqual([
    ["created", false],
    ["listChanged", false],
    ["listChanged", false],
    ["published", true],
  ]);
  expect((await invited.resultLabel(made.insertedId))?.list).toMatchObject({ invited: 510, added: 0 });
  let changes = 0;
  onEvent = ({ kind }) => {
    if (kind === "listChanged" && ++changes === 2) throw new Error("The database is full");
  };
  const response = await t.send(askAgain, { as: people.surveyor, params: { id: first } });
  onEvent = () => {};
  expect(response.statusCode).toBe(500);
  expect(await idsOf(first)).toEqual([first, made.insertedId]);
  const own = t.database.db.selectFrom("surveys").select("id").where("series_id", "=", first);
  expect(await own.execute()).toHaveLength(2);
});

test("a survey that an admin unpublished while its list was copied awaits review after its owner's appeal", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, electorate: "invited" });
  await unpublish(id);
  await t.request(appealUnpublication, { as: people.surveyor, params: { id }, body: { appeal: "It is fine" } });
  const publish = (tx: Database) => publishComplete(changeOf(tx, null, recorder()), id, t.config);
  expect(await t.database.transaction(publish)).toBe(surveys.WAITING);
});

test("deleting a survey of a series shows immediately on the pages of the others, also to visitors who have read them", async () => {
  const first = await invited.make();
  await close(first);
  const { insertedId } = await again(first);
  expect(await idsOf(first)).toEqual([first, insertedId]);
  const isInSeries = async () => (await t.request(surveys.getSurvey, { params: { id: first } })).inSeries;
  expect(await isInSeries()).toBe(true);
  await t.request(surveys.deleteSurvey, { as: people.surveyor, params: { id: insertedId } });
  expect(await isInSeries()).toBe(false);
  expect(await idsOf(first)).toEqual([first]);
});

test("a series doesn't show a hidden result or a withheld split, not even to the owner and admins", async () => {
  const { id, codes } = await invited.makeOpen(4, { ...untilClose(), privacy: "confidential", listed: false });
  for (const code of codes) await invited.vote(id, await invited.open(code), 1);
  await end(id);
  const { insertedId } = await again(id);
  await invited.publish(insertedId);
  for (const as of [undefined, people.surveyor, people.admin]) {
    const rows = await t.request(getSeries, { params: { survey: id }, ...(as && { as }) });
    expect(rows).toMatchObject([
      { participants: 4, yesVotes: null, noVotes: null, resultsOpen: "tooFewVotes" },
      { participants: 0, yesVotes: null },
    ]);
  }
  const { payload } = await t.app.inject(`/series/${id}`);
  expect(payload).not.toMatch(/Share of Yes|yesVotes":\d/);
});

test("a survey in public lists doesn't lead to one that isn't in any, and the other way it does", async () => {
  const { id } = await invited.makeOpen(1, { listed: true });
  await close(id);
  const { insertedId } = await again(id);
  await t.database.db.updateTable("surveys").set({ listed: 0 }).where("id", "=", insertedId).execute();
  await invited.publish(insertedId);
  expect(await idsOf(id)).toEqual([id]);
  expect(await idsOf(insertedId)).toEqual([id, insertedId]);
});
