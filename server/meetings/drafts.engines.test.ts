import { endpoints } from "@survey-app/contract/endpoints.ts";
import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import * as questions from "@survey-app/contract/meetings/meetingQuestions.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { apiKeyRequests } from "../testing/apiKeyRequests.ts";
import { rowReader } from "../testing/bystander/storedRows.sql.ts";
import { cutStreams, openStream } from "../testing/eventStream.ts";
import { meetingsOf } from "../testing/meetings.ts";
import { createUsersOfEveryRole, type Person } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

/** Only its owner finds a draft anywhere before it is opened. */

/** A word that isn't in any text of the app. */
const WORD = "xylographisch";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
const log: string[] = [];
beforeAll(async () => {
  t = await testApp({ logLevel: "trace", logTo: { write: (line: string) => void log.push(line) } }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterEach(cutStreams);
afterAll(() => t.close());

const meeting = meetingsOf(() => ({ t, surveyor: people.surveyor }));

/** The endpoints in which the owner reads a draft. */
const OWN = new Set(["meetings.getManagedMeeting", "account.exportMyData"]);

/** A request to an endpoint with the same id in every place of its path, and a search for the word. */
const requestWith = ({ path }: Endpoint, id: string) => ({
  params: Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, id])),
  query: { q: WORD, email: people.surveyor.email, surveys: id, limit: 100 },
});

// Security: M01
test("a word in a draft isn't in any other response, stream, log or stored row before the opening", async () => {
  const { id, voters } = await meeting.make(3);
  const opened = await meeting.open(id, { Title: "What is asked?" });
  const draft = await meeting.addDraft(id, { Title: `Is it ${WORD}?`, Description: `Very ${WORD}.` });
  await t.request(questions.changeDraft, {
    as: people.surveyor,
    params: { meeting: id, draft: draft._id },
    body: { Title: `Is it really ${WORD}?`, version: 1 },
  });
  const stream = await openStream(t.app, `/api/meetings/${id}/events`);
  await meeting.vote(opened.surveyId, voters[0], 1);

  const { withKey } = apiKeyRequests(() => t);
  const readers: Record<string, Person | undefined> = {
    visitor: undefined,
    ...people,
    voter: voters[0],
    readingKey: await withKey(people.surveyor, ["read"]),
    otherKey: await withKey(people.otherSurveyor, ["read", "manage", "vote"]),
  };
  const reading = [...endpoints].filter(([, { method, stream: isStream }]) => method === "GET" && !isStream);
  let found = 0;
  for (const [reader, as] of Object.entries(readers))
    for (const [name, endpoint] of reading) {
      if (OWN.has(name) && reader === "surveyor") continue;
      for (const each of [id, draft._id, opened.surveyId, people.surveyor.id, people.surveyor.email]) {
        const response = await t.send(endpoint, { as, ...requestWith(endpoint, each) });
        found += Number(response.statusCode === 200);
        expect(withoutSearch(response.payload), `${reader} ${name}`).not.toContain(WORD);
        if (!endpoint.path.includes(":")) break;
      }
    }
  expect(found).toBeGreaterThan(100);
  await stream.next(({ data }) => JSON.stringify(data).includes('"participants":1'));
  expect(stream.text()).toContain("What is asked?");
  expect(stream.text()).not.toContain(WORD);
  expect(log.filter((line) => withoutSearch(line).includes(WORD))).toEqual([]);
  const rows = await (await rowReader(t.database))();
  const holding = [...rows].filter((row) => row.includes(WORD)).map((row) => row.slice(0, row.indexOf(" ")));
  expect(new Set(holding)).toEqual(new Set(["meeting_questions"]));

  // Its owner reads it, and everyone once it is opened.
  expect(JSON.stringify(await meeting.manage(id))).toContain(WORD);
  await meeting.passTime(opened.surveyId);
  const [{ _id, version } = draft] = (await meeting.manage(id)).drafts;
  await t.request(questions.openQuestion, {
    as: people.surveyor,
    ...(await meeting.openRequest(id, { _id, version })),
  });
  expect(JSON.stringify(await meeting.state(id))).toContain(WORD);
});

/** Removes search terms, which request URLs repeat. */
const withoutSearch = (text: string): string => text.replaceAll(/[?&\\"]q(=|":\s?")[^&"\\ ]*/g, "");

test("the public state doesn't reveal the number of drafts, or that they change", async () => {
  const { id } = await meeting.make(3);
  await meeting.open(id);
  const before = await meeting.state(id);
  const draft = await meeting.addDraft(id);
  await meeting.addDraft(id);
  await t.request(questions.deleteDraft, { as: people.surveyor, params: { meeting: id, draft: draft._id } });
  const after = await meeting.state(id);
  expect(after).toEqual(before);
  expect(JSON.stringify(after)).not.toContain("draft");
});
