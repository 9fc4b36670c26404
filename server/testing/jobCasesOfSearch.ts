import { newId } from "../database/newId.ts";
import { type CaseParts, type DueRow, type JobCase, surveyMaker, thrice } from "./jobCase.ts";
import { makePerson } from "./people.ts";

/** A text whose folded form has to be stored. */
const TEXT = "Größe";
/** The same as version 1.0 encoded it. */
const FORMER_SEARCH_TEXT = "  grZAAJVZAAJIe";

/** The cases of the job that folds texts for search, one for each table. */
export function casesOfSearch(parts: CaseParts): JobCase[] {
  const { t, people } = parts;
  const { db } = t.database;
  const { publish, change, find } = surveyMaker(parts);
  const listId = newId();
  const inserters: Record<"users" | "voter_list_people" | "invitations" | "audit_log", () => Promise<string>> = {
    async users() {
      const { id } = await makePerson(t.database, t.tokens, { name: TEXT });
      await db.updateTable("users").set({ folded: null }).where("id", "=", id).execute();
      return id;
    },
    async voter_list_people() {
      const list = { id: listId, owner_id: people.surveyor.id, name: "List", created_at: 1 };
      await db
        .insertInto("voter_lists")
        .values(list)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const person = { list_id: listId, id: newId(), email: null, label: TEXT, group_name: "", created_at: 1 };
      await db.insertInto("voter_list_people").values(person).execute();
      return person.id;
    },
    async invitations() {
      const invitation = { survey_id: await publish(), id: newId(), label: TEXT, email: null, token_hash: "" };
      await db
        .insertInto("invitations")
        .values({ ...invitation, created_at: 1 })
        .execute();
      return invitation.id;
    },
    async audit_log() {
      const about = { about_kind: "queue", about_id: "", about_title: TEXT } as const;
      const event = {
        id: newId(),
        at: 1,
        action: "retried",
        actor: "start",
        admin_id: null,
        request_id: null,
      } as const;
      await db
        .insertInto("audit_log")
        .values({ ...event, ...about, before: "{}", after: "{}" })
        .execute();
      return event.id;
    },
  };
  const ofTables = Object.entries(inserters).map(([name, insert]): JobCase => {
    const table = name as keyof typeof inserters;
    return {
      job: "foldedTexts",
      poison: { change: "update", table, column: "id" },
      makeDue: () => thrice(async () => ({ key: await insert() })),
      async isDone({ key }: DueRow) {
        const row = await db.selectFrom(table).select("folded").where("id", "=", key).executeTakeFirstOrThrow();
        return row.folded === "grosse";
      },
    };
  });
  const ofSurveys: JobCase = {
    job: "foldedTexts",
    poison: { change: "update", table: "surveys", column: "id" },
    makeDue: () =>
      thrice(async () => {
        const key = await publish({ Title: `${TEXT}?` });
        await change(key, { search_text: FORMER_SEARCH_TEXT });
        return { key };
      }),
    isDone: async ({ key }) => (await find(key)).search_text.startsWith("  grosse"),
  };
  return [...ofTables, ofSurveys];
}
