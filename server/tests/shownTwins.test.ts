import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import * as rooms from "@survey-app/contract/sharing/rooms.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { changeAnswers } from "../testing/answers.sql.ts";
import { apiKeyRequests } from "../testing/apiKeyRequests.ts";
import { coOwners } from "../testing/coOwners.ts";
import { cutStreams } from "../testing/eventStream.ts";
import { linkSurveys } from "../testing/linkVoters.ts";
import { listVotes } from "../testing/listVotes.ts";
import type { Person } from "../testing/people.ts";
import { differing, readEverything, startTwins, type TwinApp } from "../testing/twins.ts";

/**
 * A result that waits until its owner shows it: before, nothing that anyone can read depends on the answers; then
 * everything does.
 */
let t: TwinApp;
let id: string;
let browsers: readonly object[];
let coOwner: Person;
let key: Person;

beforeAll(async () => {
  t = await startTwins();
  const { id: room } = await t.scenario({ Title: "The question before?", electorate: "link", answers: [1] });
  const answers = Array.from({ length: 9 }, (_, n) => (n % 3) as Answer);
  const made = await t.scenario({
    Title: "Hidden until shown?",
    electorate: "link",
    results: "shown",
    unsure: true,
    answers,
  });
  ({ id, voters: browsers } = made);
  await t.request(rooms.moveRoom, { as: t.people.surveyor, params: { id: room }, body: { next: id } });
  await listVotes(t.database, [id]);
  coOwner = await coOwners(() => ({ t })).share(id, t.people.surveyor);
  key = await apiKeyRequests(() => t).withKey(t.people.surveyor, ["read", "manage"]);
});
afterEach(cutStreams);
afterAll(() => t.close());

const links = linkSurveys(() => ({ t, surveyor: t.people.surveyor }));
/** The first vote is that of the browser that reads its own. */
const turned = () =>
  changeAnswers(t.database, id, ({ n, choice }) => (n === 1 ? choice : (((choice + n) % 3) as Answer)));
const DASHBOARDS = [
  "dashboard/surveyor/surveys",
  "dashboard/surveyor/surveys/ID",
  "dashboard/surveys/ID",
  "dashboard/admin/responses",
  "rooms/ID",
];

/** The streams of each reading stay open, and count as pages. */
const masked = (text: string) =>
  text
    .replaceAll(/"openPages":\d+/g, "PAGES")
    .replaceAll(/nonce(="|-)[\w+/=-]+|"(now|dehydratedAt|dataUpdatedAt)":\d+/g, "")
    .replaceAll(/\b[0-9a-f]{64}\b/g, "HASH");

async function readAll(): Promise<Record<string, string>> {
  const found = await readEverything(t, id, { visitor: undefined, voter: t.voter, coOwner, key, ...t.people });
  for (const path of DASHBOARDS)
    found[`page /${path}`] = (await t.app.inject({ url: `/${path.replace("ID", id)}` })).payload;
  for (const [n, browser] of [browsers[0], {}].entries())
    found[`browser ${n}`] = (await links.status(id, browser)).payload;
  const params = { survey: id };
  found.room = JSON.stringify(await t.request(rooms.getRoom, { params }));
  found["room as CSV"] = (await t.send(rooms.getRoomCsv, { params })).payload;
  return Object.fromEntries(Object.entries(found).map(([name, text]) => [name, masked(text)]));
}

/** Endpoints that show a result, or what belongs to it. */
const NAMED = [
  "surveys.getSurvey ",
  "surveys.getSurveyResults",
  "surveys.getSurveyHistory",
  "surveys.listMySurveys",
  "surveys.listAllSurveys",
  "votes.getLedger",
  "votes.listSurveyVotes",
  "votes.listCollectedVotes",
  "downloads.getPortableResult",
  "downloads.getResultsCsv",
  "downloads.getSurveyMinutes",
  "downloads.getVotesCsv",
  "liveTotals.listTotals",
  "audit.listAuditEvents",
  "emailTrail.findEmails",
];

// Security: F12
test("before the showing no one reads anything that depends on the answers", async () => {
  const before = await readAll();
  for (const name of NAMED)
    expect(
      Object.keys(before).some((each) => each.includes(` ${name}`)),
      name,
    ).toBe(true);
  await turned();
  expect(differing(before, await readAll())).toEqual([]);
  expect(before["room as CSV"]).toContain(`Hidden until shown?,${id},9,,,,,`);
});

test("before the showing everyone sees the turnout, and a browser its own vote", async () => {
  for (const as of [undefined, coOwner, key, ...Object.values(t.people)]) {
    const seen = await t.request(surveys.getSurvey, { as, params: { id } });
    expect(seen).toMatchObject({ participants: 9, totalVotes: 9, yesVotes: null, noVotes: null, unsureVotes: null });
    expect(seen).toMatchObject({ resultsVisible: false, resultsOpen: "whenShown" });
    const ledger = await t.request(votes.getLedger, { as, params: { id } });
    expect(ledger).toMatchObject({ key: null, totals: null, end: null, rows: 9 });
    expect(JSON.stringify(ledger)).not.toMatch(/"vote"|"k"/);
  }
  const own = (await links.status(id, browsers[0])).json();
  expect(own).toMatchObject({ vote: { vote: 0 }, results: { yesVotes: null, resultsVisible: false } });
});

test("after the showing everyone's responses depend on the answers, but feeds and cards stay until the close", async () => {
  const { shownAfter } = await t.request(surveys.showResult, { as: key, params: { id } });
  expect(shownAfter).toBe(9);
  const before = await readAll();
  await turned();
  const changed = differing(before, await readAll());
  for (const name of ["getSurvey ", "getSurveyResults", "getSurveyHistory", "getLedger", "listTotals"])
    for (const who of ["visitor", "coOwner", "key", "admin"])
      expect(
        changed.some((each) => each.startsWith(`${who} `) && each.includes(name)),
        `${who} ${name}`,
      ).toBe(true);
  const pages = [`page /surveydetails/${id}`, `page /embed/surveys/${id}`, "room", "room as CSV", "browser 1"];
  expect(changed).toEqual(expect.arrayContaining(pages));
  for (const name of ["card", "page /feed.atom", `page /surveys/${id}/feed.atom`]) expect(changed).not.toContain(name);
});
