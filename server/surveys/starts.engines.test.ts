import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createEventBus } from "../database/events.ts";
import { LATER_YEAR } from "../testing/laterYear.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { createStartWatcher } from "./starts.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

test("the start of a scheduled survey is announced once, and no other survey with it", async () => {
  const publish = (form: object) => t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...form });
  const scheduled = { createDate: `${LATER_YEAR}-01-02T10:00:00.000Z`, scheduled: true };
  await publish(scheduled);
  const [before, next] = [await publish(scheduled), await publish(scheduled)];
  const startAt = (id: string, at: number) =>
    t.database.db.updateTable("surveys").set({ starts_at: at, appears_at: at }).where("id", "=", id).execute();
  await startAt(before, Date.now() - 60_000);
  const events = createEventBus(null);
  const announced: string[] = [];
  events.subscribe((ids) => announced.push(...ids));
  const watch = createStartWatcher(t.database, events);
  await startAt(next, Date.now() + 1);
  await vi.waitUntil(async () => {
    await watch();
    return announced.length > 0;
  });
  await watch();
  expect(announced).toEqual([next]);
});
