import { GROUPS_SHOWN_MAX, type VoterList } from "@survey-app/contract/invitations/voterLists.ts";
import { VOTER_LISTS_MAX } from "@survey-app/contract/text/limits.ts";
import { shownName, VERIFIED } from "@survey-app/contract/users/users.ts";
import { sql } from "kysely";
import { may, type Person } from "../ballots/rights.ts";
import type { Database } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import { readLanguage } from "../database/readLanguage.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { lockSender } from "../session/sender.sql.ts";

/** A list with its owner, and the owners of the survey with which it is shared. */
function selectLists({ db }: Database) {
  return db
    .selectFrom("voter_lists")
    .innerJoin("users", "users.id", "voter_lists.owner_id")
    .leftJoin("surveys", "surveys.id", "voter_lists.shared_survey_id")
    .select(["voter_lists.id", "voter_lists.owner_id as listOwnerId", "voter_lists.name", "voter_lists.people"])
    .select(["users.name as ownerName", "users.role as ownerRole", "users.status as ownerStatus"])
    .select([
      "surveys.id as surveyId",
      "surveys.title as Title",
      "surveys.language",
      "surveys.owner_id",
      "surveys.co_owners",
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectLists>["executeTakeFirstOrThrow"]>>;

/**
 * Whether a person may read and change a list: its owner may; and so may the owners of the survey that it is shared
 * with, as long as they and the list's owner may manage that survey's people. Sharing ends once either is blocked, is
 * demoted or has left.
 */
function mayKeep(person: Person, row: Row): boolean {
  if (row.listOwnerId === person.userId) return true;
  const { owner_id, co_owners } = row;
  if (owner_id === null || co_owners === null || row.ownerStatus !== VERIFIED || row.ownerRole === "user") return false;
  const owners = { owner_id, co_owners };
  const listOwner = { userId: row.listOwnerId, storedRole: row.ownerRole };
  return may("keepList", person, owners) && may("keepList", listOwner, owners);
}

/** Finds a list that a person may read and change; null if there is none. @param isOwn only the person's own lists */
export async function findList(
  database: Database,
  id: string,
  person: Person,
  { isOwn = false } = {},
): Promise<{ id: string } | null> {
  const row = await selectLists(database).where("voter_lists.id", "=", id).executeTakeFirst();
  if (!row || !mayKeep(person, row) || (isOwn && row.listOwnerId !== person.userId)) return null;
  return { id };
}

/** The lists of a person, and those that others share with them, by name. */
export async function listVoterLists(database: Database, reader: CurrentUser): Promise<VoterList[]> {
  const { userId } = reader;
  const rows = await selectLists(database)
    .where(({ or, eb }) =>
      or([
        eb("voter_lists.owner_id", "=", userId),
        eb(
          "voter_lists.shared_survey_id",
          "in",
          sql<string>`(select id from surveys where owner_id = ${userId}
            union all select survey_id from survey_owners where user_id = ${userId})`,
        ),
      ]),
    )
    // Own lists are included anyway.
    .orderBy(sql`case when voter_lists.owner_id = ${userId} then 0 else 1 end`)
    .orderBy("voter_lists.name")
    .orderBy("voter_lists.id")
    .limit(VOTER_LISTS_MAX * 10)
    .execute();
  const kept = rows.filter((row) => mayKeep(reader, row));
  const groups = await readGroups(
    database,
    kept.map(({ id }) => id),
  );
  return kept.map(({ id, listOwnerId, name, people, ownerName, surveyId, Title, language }) => ({
    _id: id,
    name,
    people,
    isOwn: listOwnerId === userId,
    ownerName: shownName(ownerName),
    sharedWith: surveyId !== null && Title !== null ? { surveyId, Title, language: readLanguage(language) } : null,
    groups: (groups.get(id) ?? []).map((group) => ({ name: group.name, people: Number(group.people) })),
  }));
}

/** The first groups of each list, by name, at most `GROUPS_SHOWN_MAX`. */
async function readGroups({ db, dialect }: Database, ids: readonly string[]) {
  const groups = await db
    .selectFrom((eb) =>
      eb
        .selectFrom("voter_list_people")
        .select(["list_id", "group_name as name"])
        .select(({ fn }) => fn.countAll<number>().as("people"))
        .select(sql<number>`row_number() over (partition by list_id order by group_name)`.as("place"))
        .where(({ ref }) => dialect.isOneOf(ref("list_id"), ids))
        .where("group_name", "<>", "")
        .groupBy(["list_id", "group_name"])
        .as("named"),
    )
    .select(["list_id", "name", "people"])
    .where("place", "<=", GROUPS_SHOWN_MAX)
    .orderBy("name")
    .execute();
  return Map.groupBy(groups, ({ list_id }) => list_id);
}

/** Creates a list of the sender. Call it in a transaction. @returns its id @throws {ApiError} `sessionEnded` */
export async function createVoterList(
  tx: Database,
  name: string,
  currentUser: CurrentUser,
): Promise<{ id: string } | "tooManyLists"> {
  const { db } = tx;
  const { userId } = currentUser;
  await lockSender(tx, currentUser);
  const own = await db.selectFrom("voter_lists").select("id").where("owner_id", "=", userId).execute();
  if (own.length >= VOTER_LISTS_MAX) return "tooManyLists";
  const id = newId();
  await db.insertInto("voter_lists").values({ id, owner_id: userId, name, created_at: Date.now() }).execute();
  return { id };
}

/**
 * Changes a list of a person. Call it in a transaction.
 * @param sharedWith the survey with whose owners it is shared; null for none, undefined for no change
 * @returns whether the person has such a list, and may keep the list of that survey
 */
export async function changeVoterList(
  tx: Database,
  id: string,
  { name, sharedWith }: { name: string; sharedWith?: string | null | undefined },
  person: Person,
): Promise<boolean> {
  const { db } = tx;
  if (!(await findList(tx, id, person, { isOwn: true }))) return false;
  if (sharedWith) {
    const survey = await db
      .selectFrom("surveys")
      .select(["owner_id", "co_owners"])
      .where("id", "=", sharedWith)
      .$call(tx.dialect.lockToReference)
      .executeTakeFirst();
    if (!survey || !may("keepList", person, survey)) return false;
  }
  await db
    .updateTable("voter_lists")
    .set({ name, ...(sharedWith !== undefined && { shared_survey_id: sharedWith }) })
    .where("id", "=", id)
    .execute();
  return true;
}

/** Deletes a list of a person. @returns whether there was one */
export async function deleteVoterList({ db }: Database, id: string, { userId }: Person): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("voter_lists")
    .where("id", "=", id)
    .where("owner_id", "=", userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
