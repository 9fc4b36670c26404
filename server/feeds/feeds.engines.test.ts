import { describeClaims } from "@survey-app/contract/results/resultLabelText.ts";
import { setOutcome } from "@survey-app/contract/surveys/outcomes.ts";
import { closeSurvey, getSurvey, setSurveyStatus, updateSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { Window } from "happy-dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readLedgerSummary } from "../ballots/ledgerRows.sql.ts";
import { newId } from "../database/newId.ts";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { insertNotes, insertSurveyRows } from "../testing/surveyRows.sql.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { voteAsNewPerson } from "../testing/voteAsNewPerson.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});

afterAll(() => t.close());

interface Item {
  id: string;
  url: string;
  title: string;
  content_text: string;
  tags: string[];
}

const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers });
const itemsOf = async (url: string) => (await get(url)).json<{ items: Item[] }>().items;
const vote = (id: string, choice: 0 | 1) => voteAsNewPerson(t, id, choice);
const publish = (form: object = {}) => t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...form });

test("a survey's feed has its publication, notes, result with the final hash, and outcome, newest first", async () => {
  // An older survey, which is in the feed of all surveys only.
  await publish();
  const id = await publish({ Title: "Is it <b>so</b> & ]]>?", Description: "More \uffff text" });
  await vote(id, 1);
  const image = "https://example.org/picture.webp";
  await t.request(updateSurvey, {
    as: people.surveyor,
    params: { id },
    body: {
      Title: "Is it <b>so</b> & ]]>?",
      category: "Food Preparation",
      image,
      Description: "More \uffff text",
      note: "A note",
    },
  });
  await t.request(closeSurvey, { as: people.surveyor, params: { id } });
  await t.request(setOutcome, { as: people.surveyor, params: { id }, body: { text: "We do it" } });

  const items = await itemsOf(`/surveys/${id}/feed.json`);
  const { head } = await readLedgerSummary(t.database, id);
  expect(items.map(({ title, content_text }) => [title, content_text])).toEqual([
    ["What was decided: Is it <b>so</b> & ]]>?", "We do it"],
    ["Result: Is it <b>so</b> & ]]>?", expect.stringContaining(head)],
    ["Note on: Is it <b>so</b> & ]]>?", "A note"],
    ["Is it <b>so</b> & ]]>?", "More \uffff text"],
  ]);
  expect(items[1]?.content_text).toMatch(/^Yes won, 1 to 0\..*\n\n1 person with an account answered/);
  expect(items[1]?.content_text).toMatch(/\n\nClosed by its owner on \d\d-\d\d-\d{4}\.\n\n/);
  expect(items.map(({ id }) => id.split(":")[3])).toEqual(["outcome", "closed", "note", "published"]);
  expect(items[1]).toMatchObject({ url: `http://localhost:3000/surveys/${id}/results`, tags: ["Performance"] });
  expect((await itemsOf("/feed.json")).slice(0, 4)).toEqual(items);

  const atom = await get(`/surveys/${id}/feed.atom`);
  expect(atom.headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
  expect(atom.payload).not.toMatch(/<b>|\uffff/);
  const parsed = new new Window().DOMParser().parseFromString(atom.payload, "text/xml" as "text/html");
  const entries = [...parsed.getElementsByTagName("entry")];
  expect(entries.map((entry) => entry.getElementsByTagName("id")[0]?.textContent)).toEqual(items.map(({ id }) => id));
  expect(entries[3]?.getElementsByTagName("title")[0]?.textContent).toBe("Is it <b>so</b> & ]]>?");
});

// Security: F12
test("while voting is open a feed doesn't contain numbers: it stays the same, byte by byte, when people vote", async () => {
  const id = await publish({ Title: "Live?" });
  const deadline = new Date(Date.now() + 24 * HOUR_MS).toISOString();
  const confidential = await publish({
    Title: "Confidential?",
    results: "afterClose",
    privacy: "confidential",
    deadline,
  });
  for (const url of [`/surveys/${id}/feed.atom`, `/surveys/${confidential}/feed.json`, "/feed.atom", "/feed.json"]) {
    const before = await get(url);
    for (const survey of [id, confidential]) await vote(survey, 1);
    await expect
      .poll(async () => (await get(url, { "if-none-match": String(before.headers.etag) })).statusCode)
      .toBe(304);
    expect((await get(url)).payload).toBe(before.payload);
  }
});

test("surveys that aren't public, or no longer are, don't appear in feeds or in the sitemap", async () => {
  const Title = "Should this leak?";
  const waiting = await t.makeSurvey(people.surveyor, { Title });
  const createDate = new Date(Date.now() + 24 * HOUR_MS).toISOString();
  const scheduled = await publish({ Title, createDate, scheduled: true });
  const unpublished = await publish({ Title });
  await vote(unpublished, 1);
  await t.request(closeSurvey, { as: people.surveyor, params: { id: unpublished } });
  const shown = async () =>
    (await Promise.all(["/feed.atom", "/feed.json", "/sitemap.xml"].map((url) => get(url))))
      .map(({ payload }) => payload)
      .join("\n");
  expect(await shown()).toContain(unpublished);
  const body = { status: 1, feedback: "It leaks", reason: "spam" } as const;
  await t.request(setSurveyStatus, { as: people.admin, params: { id: unpublished }, body });
  const text = await shown();
  expect(text).not.toContain(Title);
  for (const id of [waiting, scheduled, unpublished]) {
    expect(text).not.toContain(id);
    for (const format of ["atom", "json"]) expect((await get(`/surveys/${id}/feed.${format}`)).statusCode).toBe(404);
  }
});

test("a survey for invited people isn't in the feed of all surveys unless its owner lists it; its result names the list", async () => {
  const invited = invitedSurveys(() => ({ t, ...people }));
  const make = async (listed: boolean) => {
    const { id } = await invited.makeOpen(3, { Title: "Only for us?", listed });
    await t.request(closeSurvey, { as: people.surveyor, params: { id } });
    return id;
  };
  const [listed, unlisted] = [await make(true), await make(false)];
  for (const url of ["/feed.atom", "/feed.json", "/sitemap.xml"]) {
    const { payload } = await get(url);
    expect(payload, url).toContain(listed);
    expect(payload, url).not.toContain(unlisted);
  }
  const [result] = await itemsOf(`/surveys/${unlisted}/feed.json`);
  expect(result?.content_text).toContain("Not settled: any of the 3 people who didn't vote could have decided it.");
});

test("a feed words a result as the survey's page does, even if a link is sent while the survey is being closed", async () => {
  const invited = invitedSurveys(() => ({ t, ...people }));
  const emails = ["ada@example.org", "bo@example.org"];
  const { id, codes } = await invited.makeOpen(1, { Title: "Said alike?" }, emails);
  expect((await invited.vote(id, await invited.open(codes[0] ?? ""), 1)).statusCode).toBe(200);
  await t.request(closeSurvey, { as: people.surveyor, params: { id } });
  const { db } = t.database;
  await db.updateTable("invitation_days").set({ sent: 1 }).where("survey_id", "=", id).execute();
  const survey = await t.request(getSurvey, { params: { id } });
  const claims = describeClaims({ ...survey, ...survey.label });
  const [result] = await itemsOf(`/surveys/${id}/feed.json`);
  for (const claim of claims) expect(result?.content_text).toContain(claim);
});

test("however many surveys are outside of public lists, the feed of all surveys has the events of the others", async () => {
  const id = await publish({ Title: "For everyone?" });
  await t.request(closeSurvey, { as: people.surveyor, params: { id } });
  const { db } = t.database;
  const survey = await db.selectFrom("surveys").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const later = Date.now() + HOUR_MS;
  const unlisted = { ...survey, listed: 0, first_published_at: later, closed_at: later };
  const ids = Array.from({ length: 600 }, newId);
  for (let from = 0; from < ids.length; from += 200)
    await insertSurveyRows(
      t.database,
      ids.slice(from, from + 200).map((id) => ({ ...unlisted, id })),
    );
  await insertNotes(
    t.database,
    ids.map((survey_id) => ({ id: newId(), survey_id, text: "A note", created_at: later })),
  );
  const [result, publication] = await itemsOf("/feed.json");
  expect([result?.id, publication?.id]).toEqual([
    expect.stringContaining(`${id}:closed`),
    expect.stringContaining(`${id}:published`),
  ]);
  await db.deleteFrom("survey_notes").where("survey_id", "in", ids).execute();
  await db.deleteFrom("surveys").where("id", "in", ids).execute();
});

test("each known category has its own feed, unknown ones don't, and other parameters don't change the response", async () => {
  const id = await publish({ Title: "Storage?", category: "Storage Solutions" });
  const items = await itemsOf("/feed.json?category=Storage+Solutions&x=1");
  expect(items.map(({ title }) => title)).toEqual(["Storage?"]);
  expect((await itemsOf("/feed.json")).some(({ url }) => url.includes(id))).toBe(true);
  for (const url of [
    "/feed.json?category=None",
    "/feed.json?category=a&category=b",
    "/surveys/%00/feed.json",
    "/sitemap/1.xml",
  ])
    expect((await get(url)).statusCode, url).toBe(404);
});

test("many notes on surveys that aren't public don't displace those of public ones", async () => {
  const id = await publish({ Title: "Noted?" });
  const draft = await t.makeSurvey(people.surveyor, {});
  const of = (survey_id: string, number: number) => ({
    id: `ffffffff-${String(number).padStart(4, "0")}`,
    survey_id,
    text: `Note ${number}`,
    created_at: Date.now(),
  });
  await insertNotes(t.database, [of(id, 0), ...Array.from({ length: 600 }, (_, index) => of(draft, index + 1))]);
  const notes = (await itemsOf("/feed.json")).filter(({ id: item }) => item.split(":")[3] === "note");
  expect(notes.map(({ content_text }) => content_text)).toContain("Note 0");
  expect(notes.map(({ content_text }) => content_text)).not.toContain("Note 600");
});

test("robots.txt names the sitemap, which lists public surveys, beyond 5,000 in several files", async () => {
  expect((await get("/robots.txt")).payload).toMatch(
    /^Disallow: \/api\/$[\s\S]*^Sitemap: http:\/\/localhost:3000\/sitemap\.xml$/m,
  );
  const last = await publish();
  const locations = async (url: string) =>
    [...(await get(url)).payload.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => address);
  expect(await locations("/sitemap.xml")).toContain(`http://localhost:3000/surveydetails/${last}`);
  const at = Date.now();
  const many = Array.from({ length: 5001 }, (_, index) => ({
    ...{
      id: `00000000-${index}`,
      owner_id: people.surveyor.id,
      title: "Many?",
      description: "",
      category: "Food Preparation",
    },
    ...{
      image: "https://example.org/a.png",
      status: index === 7 ? 1 : 2,
      starts_at: at,
      created_at: at,
      updated_at: at,
    },
    ...{ first_published_at: at, search_text: "" },
  }));
  for (let from = 0; from < many.length; from += 500) await insertSurveyRows(t.database, many.slice(from, from + 500));
  await vote(last, 1);
  await expect
    .poll(() => locations("/sitemap.xml"))
    .toEqual([1, 2].map((number) => `http://localhost:3000/sitemap/${number}.xml`));
  const files = await Promise.all([1, 2].map((number) => locations(`/sitemap/${number}.xml`)));
  const surveys = files.flat().filter((url) => url.includes("/surveydetails/"));
  expect(surveys).toContain(`http://localhost:3000/surveydetails/${last}`);
  expect(surveys.filter((url) => url.includes("/00000000-"))).toHaveLength(5000);
  expect(new Set(surveys).size).toBe(surveys.length);
  expect((await get("/sitemap/3.xml")).statusCode).toBe(404);
});
