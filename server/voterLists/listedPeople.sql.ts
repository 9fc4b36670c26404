import { COPIED_MAX, type ListedPerson, type listListedPeople } from "@survey-app/contract/invitations/voterLists.ts";
import { VOTER_LIST_PEOPLE_MAX, VOTER_LISTS_PEOPLE_MAX } from "@survey-app/contract/text/limits.ts";
import { sql } from "kysely";
import type * as z from "zod/mini";
import { containing, containingAddress, foldedText } from "../database/containing.ts";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import { storedFold } from "../database/foldText.ts";
import { newId } from "../database/newId.ts";
import type { Cursor } from "../database/pagination.ts";
import { type PagedRows, toPage } from "../database/pagination.ts";

/** A person of a list; null stands for a missing address, "" for a missing label or group. */
export interface PersonFields {
  email: string | null;
  label: string;
  group: string;
}

/** The people of a list, in the order in which they were added. */
export async function listPeopleOf(
  { db, dialect }: Database,
  listId: string,
  { q, group, limit, after }: z.output<typeof listListedPeople.query> & { after: Cursor | null },
): Promise<PagedRows<ListedPerson>> {
  let matching = db.selectFrom("voter_list_people").where("list_id", "=", listId);
  if (group !== undefined) matching = matching.where("group_name", "=", group);
  if (q)
    matching = matching.where(({ eb, or }) =>
      or([
        containing(foldedText({ dialect }, "voter_list_people.label"), q),
        containingAddress(eb.fn.coalesce("email", eb.val("")), q),
      ]),
    );
  const total = await countMatching(matching);
  const rows = await (after ? matching.where("id", ">", after[1]) : matching)
    .select(["id", "email", "label", "group_name"])
    .orderBy("id")
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, {
    total,
    cursorOf: ({ id }) => [0, id],
    show: ({ id, email, label, group_name }) => ({ _id: id, email: email ?? "", label, group: group_name }),
  });
}

/**
 * The next people of a list after an id, at most `COPIED_MAX`, for a copy.
 * @param groups only people of these groups; null for all
 */
export async function copyPeople(
  { db, dialect }: Database,
  listId: string,
  { groups, after }: { groups: readonly string[] | null; after: string },
): Promise<{ rows: { email: string; label: string; group: string }[]; next: string | null }> {
  let people = db.selectFrom("voter_list_people").where("list_id", "=", listId).where("id", ">", after);
  if (groups !== null) people = people.where(({ ref }) => dialect.isOneOf(ref("group_name"), groups));
  const rows = await people.select(["id", "email", "label", "group_name"]).orderBy("id").limit(COPIED_MAX).execute();
  const next = rows.length === COPIED_MAX ? (rows.at(-1)?.id ?? null) : null;
  return { rows: rows.map(({ email, label, group_name }) => ({ email: email ?? "", label, group: group_name })), next };
}

/**
 * Locks a list for a change of its people, together with its owner's other lists: all of them have a limit too, and
 * co-owners of surveys can add people to each at the same time.
 * @returns how many it has; null if it is gone
 */
export async function lockPeople({ db, dialect }: Database, listId: string): Promise<number | null> {
  const lists = await db
    .selectFrom("voter_lists")
    .select(["id", "people"])
    .where("owner_id", "=", ({ selectFrom }) => selectFrom("voter_lists").select("owner_id").where("id", "=", listId))
    .orderBy("id")
    .$call(dialect.lock)
    .execute();
  return lists.find(({ id }) => id === listId)?.people ?? null;
}

/** The people who are already on a list: with the same address, or without an address and with the same label. */
export async function findInvited(
  { db, dialect }: Database,
  listId: string,
  people: readonly PersonFields[],
): Promise<Set<string>> {
  const emails = people.flatMap(({ email }) => email ?? []);
  const labels = people.flatMap(({ email, label }) => (email === null ? [label] : []));
  const rows = await db
    .selectFrom("voter_list_people")
    .select(["email", "label"])
    .where("list_id", "=", listId)
    .where(({ or, and, eb, ref }) =>
      or([
        dialect.isOneOf(ref("email"), emails),
        and([eb("email", "is", null), dialect.isOneOf(ref("label"), labels)]),
      ]),
    )
    .execute();
  return new Set(rows.map(keyOf));
}

/** Identifies a person within a list. */
export const keyOf = ({ email, label }: { email: string | null; label: string }): string =>
  email === null ? `label ${label}` : `email ${email}`;

/**
 * Whether a list has room for more people, by its own limit and by that of all lists of its owner.
 * @param before how many it has
 */
export async function hasRoom(
  { db }: Database,
  listId: string,
  { before, count }: { before: number; count: number },
): Promise<boolean> {
  const { all } = await db
    .selectFrom("voter_lists")
    .select(({ fn }) => fn.sum<number | null>("people").as("all"))
    .where("owner_id", "=", ({ selectFrom }) => selectFrom("voter_lists").select("owner_id").where("id", "=", listId))
    .executeTakeFirstOrThrow();
  return before + count <= VOTER_LIST_PEOPLE_MAX && Number(all ?? 0) + count <= VOTER_LISTS_PEOPLE_MAX;
}

/** Adds people to a locked list. @param before how many it has */
export async function insertPeople(
  tx: Database,
  listId: string,
  { before, added }: { before: number; added: readonly PersonFields[] },
): Promise<void> {
  if (added.length === 0) return;
  const at = Date.now();
  const rows = tx.dialect.rows(
    added.map(({ email, label, group }) => ({ id: newId(), email, label, folded: storedFold(label), group, at })),
    { id: "text", email: "text", label: "text", folded: "text", group: "text", at: "bigint" },
  );
  await sql`
    insert into voter_list_people (list_id, id, email, label, folded, group_name, created_at)
    select ${listId}, id, email, label, folded, "group", at from ${rows}`.execute(tx.db);
  await tx.db
    .updateTable("voter_lists")
    .set({ people: before + added.length })
    .where("id", "=", listId)
    .execute();
}

/** Corrects a person of a locked list. @returns whether there is one */
export async function updatePerson(
  { db }: Database,
  { listId, personId }: { listId: string; personId: string },
  { email, label, group }: PersonFields,
): Promise<boolean | "onListAlready"> {
  if (email !== null) {
    const other = await db
      .selectFrom("voter_list_people")
      .select("id")
      .where("list_id", "=", listId)
      .where("email", "=", email)
      .where("id", "<>", personId)
      .executeTakeFirst();
    if (other) return "onListAlready";
  }
  const ofPerson = db.updateTable("voter_list_people").where("list_id", "=", listId).where("id", "=", personId);
  const { numUpdatedRows } = await ofPerson.set({ email, label, group_name: group }).executeTakeFirstOrThrow();
  // After the label, with which a trigger empties it.
  await ofPerson.set({ folded: storedFold(label) }).execute();
  return numUpdatedRows > 0n;
}

/** Removes a person from a locked list. @returns whether there was one */
export async function removePerson(
  { db }: Database,
  { listId, personId }: { listId: string; personId: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("voter_list_people")
    .where("list_id", "=", listId)
    .where("id", "=", personId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return false;
  await db
    .updateTable("voter_lists")
    .set(({ eb }) => ({ people: eb("people", "-", 1) }))
    .where("id", "=", listId)
    .execute();
  return true;
}

/**
 * Deletes an account's lists, and removes its address from the lists of others.
 * @param email null if it is not confirmed
 */
export async function removeFromLists({ db, dialect }: Database, userId: string, email: string | null): Promise<void> {
  await db.deleteFrom("voter_lists").where("owner_id", "=", userId).execute();
  if (email === null) return;
  const removed = await db.deleteFrom("voter_list_people").where("email", "=", email).returning("list_id").execute();
  // A list has each address once.
  const ids = removed.map(({ list_id }) => list_id);
  await db
    .updateTable("voter_lists")
    .set(({ eb }) => ({ people: eb("people", "-", 1) }))
    .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
    .execute();
}
