import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { VOTE_STATEMENTS } from "../../database/database.ts";
import { isVoteNodeDown } from "../../database/unavailable.ts";
import { createVoteServers, SERVER_STATEMENTS } from "./voteServers.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** Lets everything happen that doesn't need time. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const SILENT_MS = 6000;

/** Statements that end when they are told to, on servers by the first letter of the survey. */
function startStatements() {
  const running = new Map<string, () => void>();
  const onVoteServer = createVoteServers(async (surveyId) => surveyId.charCodeAt(0), SILENT_MS);
  const start = (surveyId: string) =>
    onVoteServer(
      surveyId,
      () => new Promise<string>((resolve) => void running.set(surveyId, () => resolve(`stored on ${surveyId}`))),
    );
  return { running, start };
}

const surveysOn = (server: string, count: number) => Array.from({ length: count }, (_, index) => server + index);

test("one server gets half of the statements, and all of them together no more than there are", async () => {
  const { running, start } = startStatements();
  const surveys = ["a", "b", "c"].flatMap((server) => surveysOn(server, VOTE_STATEMENTS));
  const results = surveys.map(start);
  await settle();
  expect([...running.keys()].sort()).toEqual(
    ["a", "b"].flatMap((server) => surveysOn(server, SERVER_STATEMENTS)).sort(),
  );
  while (running.size > 0) {
    for (const end of running.values()) end();
    running.clear();
    await settle();
    expect(running.size).toBeLessThanOrEqual(VOTE_STATEMENTS);
  }
  expect(await Promise.all(results)).toEqual(surveys.map((survey) => `stored on ${survey}`));
});

test("while a server is silent its statements fail, those of others are stored, and it is asked again when it responds", async () => {
  const { running, start } = startStatements();
  const isDown = (survey: string) => start(survey).catch(isVoteNodeDown);
  const stuck = surveysOn("a", 2 * SERVER_STATEMENTS).map(isDown);
  await vi.advanceTimersByTimeAsync(SILENT_MS);
  expect(new Set(await Promise.all(stuck))).toEqual(new Set([true]));
  expect(await isDown("a-next")).toBe(true);
  const elsewhere = start("b");
  await settle();
  running.get("b")?.();
  expect(await elsewhere).toBe("stored on b");

  // The silent server got no more than its part, and statements that waited for it are no longer sent.
  expect([...running.keys()].sort()).toEqual([...surveysOn("a", SERVER_STATEMENTS), "b"].sort());
  for (const end of running.values()) end();
  await settle();
  const again = start("a-again");
  await settle();
  running.get("a-again")?.();
  expect(await again).toBe("stored on a-again");
});

test("for many surveys at the same time no more servers are looked up than statements may run", async () => {
  let [looking, most] = [0, 0];
  const onVoteServer = createVoteServers(async () => {
    most = Math.max(most, ++looking);
    await new Promise((resolve) => setTimeout(resolve, 1));
    return --looking;
  });
  const results = surveysOn("a", 100).map((survey) => onVoteServer(survey, async () => survey));
  await vi.advanceTimersByTimeAsync(1000);
  expect(await Promise.all(results)).toHaveLength(100);
  expect(most).toBe(VOTE_STATEMENTS);
});

test("statements wait their turn at a slow server for as long as it stores others", async () => {
  const { running, start } = startStatements();
  const surveys = surveysOn("a", 3 * SERVER_STATEMENTS);
  const results = surveys.map(start);
  for (const survey of surveys) {
    await vi.advanceTimersByTimeAsync(SILENT_MS / 2);
    running.get(survey)?.();
  }
  expect(await Promise.all(results)).toEqual(surveys.map((survey) => `stored on ${survey}`));
});
