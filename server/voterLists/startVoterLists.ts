import * as voterLists from "@survey-app/contract/invitations/voterLists.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import { createSearchSemaphore } from "../concurrency/semaphore.ts";
import { decodeCursor } from "../database/cursor.ts";
import type { Database } from "../database/database.ts";
import { apiError, orNotFound, orThrow } from "../http/apiError.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { withCode } from "../http/fieldErrorCodes.ts";
import type { Server } from "../http/server.ts";
import { parseRows } from "../invitations/invitationRows.ts";
import { lockSender } from "../session/sender.sql.ts";
import {
  copyPeople,
  findInvited,
  hasRoom,
  insertPeople,
  keyOf,
  listPeopleOf,
  lockPeople,
  removePerson,
  updatePerson,
} from "./listedPeople.sql.ts";
import { changeVoterList, createVoterList, deleteVoterList, findList, listVoterLists } from "./voterLists.sql.ts";

/** Serves saved lists of people. */
export function startVoterLists({ registerEndpoint, database }: Server): void {
  const searches = createSearchSemaphore();
  const requireList = async (from: Database, id: string, currentUser: CurrentUser) =>
    orNotFound(await findList(from, id, currentUser));
  /** Runs a change of the people of a list that the sender may still keep. */
  const change = <T>(id: string, currentUser: CurrentUser, run: (tx: Database, before: number) => Promise<T>) =>
    database.transaction(async (tx) => {
      const { role } = await lockSender(tx, currentUser);
      await requireList(tx, id, { ...currentUser, storedRole: role });
      const before = await lockPeople(tx, id);
      if (before === null) throw apiError("notFound");
      return run(tx, before);
    });

  registerEndpoint(voterLists.listVoterLists, ({ currentUser }) => listVoterLists(database.forLists, currentUser));

  registerEndpoint(voterLists.createVoterList, async ({ body, currentUser }) => {
    const created = await database.transaction((tx) => createVoterList(tx, body.name, currentUser));
    return { insertedId: orThrow(created).id };
  });

  registerEndpoint(voterLists.changeVoterList, async ({ params, body, currentUser }) => {
    orNotFound(await database.transaction((tx) => changeVoterList(tx, params.id, body, currentUser)));
    return { modifiedCount: 1 };
  });

  registerEndpoint(voterLists.deleteVoterList, async ({ params, currentUser }) => {
    orNotFound(await deleteVoterList(database, params.id, currentUser));
    return { modifiedCount: 1 };
  });

  registerEndpoint(voterLists.listListedPeople, async ({ params, query, currentUser }) => {
    const after = decodeCursor(query.cursor, 0);
    const list = async (from: Database) => {
      await requireList(from, params.id, currentUser);
      return listPeopleOf(from, params.id, { ...query, after });
    };
    const isSearch = query.q !== "" || query.group !== undefined;
    return isSearch ? searches.run(() => list(database.forSearches)) : list(database.forLists);
  });

  registerEndpoint(voterLists.copyVoterList, async ({ params, query, currentUser }) => {
    const groups = query.groups === undefined ? null : voterLists.readNames(query.groups);
    await requireList(database.forLists, params.id, currentUser);
    return copyPeople(database.forLists, params.id, { groups, after: query.after ?? "" });
  });

  registerEndpoint(voterLists.addListedPeople, ({ params, body, currentUser }) => {
    const { rows, problems } = parseRows(body.rows);
    return change(params.id, currentUser, async (tx, before) => {
      const listed = await findInvited(tx, params.id, rows);
      const seen = new Set(listed);
      const fresh = rows.filter((row) => {
        const isNew = !seen.has(keyOf(row));
        seen.add(keyOf(row));
        return isNew;
      });
      const known = rows
        .filter((row) => !fresh.includes(row))
        .map(({ row }) => withCode({ row, kind: "onList" as const, message: formErrors.listRow.onList }));
      const added = body.dryRun ? [] : fresh;
      const count = Math.max(fresh.length, body.total);
      if (!(await hasRoom(tx, params.id, { before, count }))) throw apiError("voterListFull");
      await insertPeople(tx, params.id, { before, added });
      return { added: fresh.length, problems: [...problems, ...known].sort((a, b) => a.row - b.row) };
    });
  });

  registerEndpoint(voterLists.changeListedPerson, ({ params, body, currentUser }) =>
    change(params.id, currentUser, async (tx) => {
      const person = { email: body.email ?? null, label: body.label ?? "", group: body.group ?? "" };
      orNotFound(orThrow(await updatePerson(tx, { listId: params.id, personId: params.person }, person)));
      return { modifiedCount: 1 };
    }),
  );

  registerEndpoint(voterLists.removeListedPerson, ({ params, currentUser }) =>
    change(params.id, currentUser, async (tx) => {
      orNotFound(await removePerson(tx, { listId: params.id, personId: params.person }));
      return { modifiedCount: 1 };
    }),
  );
}
