import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { listTotals } from "@survey-app/contract/votes/liveTotals.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createUsersOfEveryRole } from "../../testing/people.ts";
import { type TestApp, testApp, urlOf } from "../../testing/testApp.ts";
import { voteAsNewPerson } from "../../testing/voteAsNewPerson.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const publish = (fields: object = {}) => t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...fields });
const read = (...ids: string[]) => t.request(listTotals, { query: { surveys: ids.join() } });

test("one request reads all surveys of a page, each once; others than published ones are left out, also for their owners", async () => {
  const [first, second, waiting] = [await publish(), await publish(), await t.makeSurvey(people.surveyor)];
  await voteAsNewPerson(t, second);
  const found = await read(first, waiting, second, first, "none");
  expect(found.map(({ surveyId }) => surveyId)).toEqual([first, second].sort());
  const { label: _, ...results } = await t.request(surveys.getSurveyResults, { params: { id: second } });
  expect(found).toContainEqual(results);
  expect(await t.request(listTotals, { as: people.surveyor, query: { surveys: waiting } })).toEqual([]);
  for (const [query, field] of [
    [{}, "query.surveys"],
    [{ surveys: Array.from({ length: 101 }, (_, index) => `s${index}`).join() }, "query.surveys"],
  ] as const) {
    const response = await t.app.inject({ url: "/api/surveys/totals", query });
    expect([response.statusCode, response.json().errors[0].field]).toEqual([422, field]);
  }
});

// Security: F06
test("the response tells no more than a visitor sees: of a hidden result how many voted, also to its owner and a voter", async () => {
  const deadline = new Date(Date.now() + HOUR_MS).toISOString();
  const id = await publish({ results: "afterClose", deadline });
  await voteAsNewPerson(t, id);
  for (const as of [undefined, people.surveyor, people.admin])
    expect(await t.request(listTotals, { query: { surveys: id }, ...(as && { as }) })).toMatchObject([
      { surveyId: id, participants: 1, resultsVisible: false, yesVotes: null, noVotes: null, unsureVotes: null },
    ]);
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  expect(await read(id)).toMatchObject([{ resultsVisible: true, closedAt: expect.any(String) }]);
});

test("all pages with the same surveys share one response, also those of former versions, which name themselves", async () => {
  const limited = await testApp({ limits: true });
  try {
    const ids = ["a", "b", "c"];
    const statement = vi.spyOn(limited.database.dialect, "isOneOf");
    for (let page = 0; page < 200; page++) {
      const query = { surveys: (page % 2 ? ids : ids.toReversed()).join(), page: `p${page}` };
      const { statusCode, headers } = await limited.app.inject({ url: "/api/surveys/totals", query });
      expect([statusCode, headers["cache-control"]]).toEqual([200, "no-cache"]);
    }
    // A response is made again every half second at most.
    expect(statement.mock.calls.length).toBeLessThan(50);
    const again = await limited.app.inject({ url: urlOf(listTotals, { query: { surveys: "a,b,c" } }) });
    const cached = await limited.app.inject({
      url: "/api/surveys/totals?surveys=a,b,c&page=q",
      headers: { "if-none-match": String(again.headers.etag) },
    });
    expect(cached.statusCode).toBe(304);
  } finally {
    await limited.close();
  }
});
