import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { newId } from "../database/newId.ts";
import { isAnyDue } from "../queues/queues.sql.ts";
import { freshDatabase } from "../testing/freshDatabase.ts";
import { findDueEmails, hasRoomForBulk } from "./outbox.sql.ts";

const { database, remove } = await freshDatabase();
afterAll(remove);
beforeEach(() => database.db.deleteFrom("outbox").execute());

interface Email {
  attempts: number;
  /** In milliseconds from now; null if it was given up. */
  dueIn: number | null;
  is_bulk?: 0 | 1;
}

async function addEmails(count: number, { attempts, dueIn, is_bulk = 1 }: Email): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    id: newId(),
    kind: "outcomes",
    address: "somebody@example.org",
    details: "{}",
    attempts,
    next_at: dueIn === null ? null : Date.now() + dueIn,
    gave_up_at: dueIn === null ? Date.now() : null,
    is_bulk,
  }));
  await database.db.insertInto("outbox").values(rows).execute();
  return rows.map(({ id }) => id);
}

async function hasRoom(most: number): Promise<boolean> {
  const { rows } = await sql<{ room: unknown }>`select ${hasRoomForBulk(database, most)} as room`.execute(database.db);
  return Boolean(rows[0]?.room);
}

test.each<[string, Email]>([
  ["were given up at once, because their address doesn't exist", { attempts: 1, dueIn: null }],
  ["were given up after three days", { attempts: 12, dueIn: null }],
  ["failed again and again", { attempts: 4, dueIn: HOUR_MS }],
  ["wait for the limit of their address", { attempts: 0, dueIn: HOUR_MS }],
  ["are to one person", { attempts: 0, dueIn: -1, is_bulk: 0 }],
])("emails that %s take no room from those to many people", async (_, email) => {
  await addEmails(5, email);
  expect(await hasRoom(1)).toBe(true);
});

test("emails to many people that are due, or failed up to three times, count toward the limit together", async () => {
  await addEmails(2, { attempts: 0, dueIn: -1 });
  await addEmails(1, { attempts: 1, dueIn: HOUR_MS });
  await addEmails(1, { attempts: 3, dueIn: HOUR_MS });
  expect([await hasRoom(4), await hasRoom(5)]).toEqual([false, true]);
});

test("emails are due from their `next_at` on, those to one person first, and never after they were given up", async () => {
  await addEmails(1, { attempts: 5, dueIn: null });
  await addEmails(1, { attempts: 0, dueIn: HOUR_MS, is_bulk: 0 });
  await addEmails(1, { attempts: 0, dueIn: HOUR_MS });
  expect([await isAnyDue(database, "outbox"), await findDueEmails(database, 10)]).toEqual([false, []]);
  const [toMany = ""] = await addEmails(1, { attempts: 0, dueIn: -10_000 });
  expect(await isAnyDue(database, "outbox")).toBe(true);
  const [first = ""] = await addEmails(1, { attempts: 0, dueIn: -9000, is_bulk: 0 });
  const [second = ""] = await addEmails(1, { attempts: 0, dueIn: -1000, is_bulk: 0 });
  expect(await findDueEmails(database, 10)).toEqual([first, second, toMany]);
  expect(await findDueEmails(database, 2)).toEqual([first, second]);
});
