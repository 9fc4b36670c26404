import type { State } from "@survey-app/contract/audit.ts";
import { NOTES_MAX } from "@survey-app/contract/surveys.ts";
import { logAction } from "../audit/audit.sql.ts";
import type { Database } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import { spelled } from "../database/searchText.ts";
import type { SurveyRow } from "../database/tables.ts";
import { type Actor, type Caller, seesWhole } from "../http/caller.ts";
import { holdImage } from "../images/unusedImages.sql.ts";

export type Editable = Pick<SurveyRow, "title" | "description" | "category" | "image" | "starts_at" | "ends_at">;

/** What became of a change. `frozen` and the others: people have voted (product §5). */
export type Update =
  | "changed"
  | "same"
  | "notFound"
  | "frozen"
  | "deadlineOnlyLater"
  | "hasEnded"
  | "tooManyNotes"
  | "imageGone";

/**
 * Changes a survey that `editor` owns (admins: any). After the first vote only a later deadline, before the old one
 * has passed, and a note; the survey is locked meanwhile, so no first vote can come between the check and the change.
 * @param edit makes the wanted values from those that are stored
 */
export function updateSurvey(
  database: Database,
  id: string,
  edit: (stored: Editable) => Editable & { note: string },
  editor: { caller: Caller; by: Actor },
): Promise<Update> {
  return database.transaction(async (tx) => {
    const { db, dialect } = tx;
    const stored = await db
      .selectFrom("surveys")
      .selectAll()
      .where("id", "=", id)
      .$call(dialect.lock)
      .executeTakeFirst();
    if (!stored || !seesWhole(editor.caller, stored.owner_id)) return "notFound";
    const { note, ...wanted } = edit(stored);
    const now = Date.now();
    const refusal = stored.total_votes > 0 ? refusalOnceVoted(stored, wanted, now) : null;
    if (refusal) return refusal;
    const isSame = (Object.keys(wanted) as (keyof Editable)[]).every((column) => wanted[column] === stored[column]);
    if (isSame && note === "") return "same";
    if (wanted.image !== stored.image && !(await holdImage(tx, wanted.image, editor.caller))) return "imageGone";
    if (note !== "" && (await countNotes(tx, id)) >= NOTES_MAX) return "tooManyNotes";
    await db
      .updateTable("surveys")
      .set({ ...wanted, updated_at: now, search_text: spelled(`${wanted.title}\n${wanted.description}`) })
      .where("id", "=", id)
      .execute();
    if (note !== "")
      await db.insertInto("survey_notes").values({ id: newId(), survey_id: id, text: note, created_at: now }).execute();
    if (editor.caller.userId !== stored.owner_id) await logEdit(tx, editor.by, { id, stored, wanted, note });
    return "changed";
  });
}

async function countNotes({ db }: Database, surveyId: string): Promise<number> {
  const { notes } = await db
    .selectFrom("survey_notes")
    .select(({ fn }) => fn.countAll<number>().as("notes"))
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  return Number(notes);
}

/** What an admin changed of somebody else's survey: the fields that differ, and the note. */
function logEdit(
  tx: Database,
  by: Actor,
  { id, stored, wanted, note }: { id: string; stored: Editable; wanted: Editable; note: string },
): Promise<void> {
  const changed = (Object.keys(wanted) as (keyof Editable)[]).filter((column) => wanted[column] !== stored[column]);
  const state = (of: Editable): State =>
    Object.fromEntries(
      changed.map((column) => {
        const value = of[column];
        return [fieldOf[column], typeof value === "number" ? new Date(value).toISOString() : value];
      }),
    );
  return logAction(tx, by, {
    action: "surveyChanged",
    about: { kind: "survey", id, title: stored.title },
    before: state(stored),
    after: { ...state(wanted), ...(note !== "" && { note }) },
  });
}

/** Columns by the contract's names. */
const fieldOf: Record<keyof Editable, string> = {
  title: "Title",
  description: "Description",
  category: "category",
  image: "image",
  starts_at: "createDate",
  ends_at: "deadline",
};

function refusalOnceVoted(stored: Editable, wanted: Editable, now: number): Update | null {
  const frozen = ["title", "description", "category", "image", "starts_at"] as const;
  if (frozen.some((column) => wanted[column] !== stored[column])) return "frozen";
  if (wanted.ends_at === stored.ends_at) return null;
  if (stored.ends_at !== null && stored.ends_at <= now) return "hasEnded";
  const isLater = stored.ends_at !== null && (wanted.ends_at === null || wanted.ends_at > stored.ends_at);
  return isLater ? null : "deadlineOnlyLater";
}
