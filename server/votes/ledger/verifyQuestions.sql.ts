import type { Closing } from "@survey-app/contract/ballots/ledger.ts";
import { isDrawing } from "@survey-app/contract/users/webAddress.ts";
import { sql } from "kysely";
import { isOfFormat2, sha256 } from "../../ballots/voteChain.ts";
import type { Database } from "../../database/database.ts";
import type { StoredBox } from "../../database/tables.ts";
import { toIso } from "../../database/toIso.ts";
import { type ImageFiles, readImageFile } from "../../images/imageFiles.ts";
import { filesOf, hashOfFile, idOfImage } from "../../images/store.ts";
import { findListNumbers } from "../../invitations/listNumbers.sql.ts";
import { findNotes, hashOfNotes, openedAt } from "../../surveys/ledgerEnd.sql.ts";
import { formerHashOfQuestion, hashOfQuestion, type QuestionColumns } from "../../surveys/question.sql.ts";
import type { BrokenChain } from "./verifyChains.sql.ts";

/** Surveys read at a time. */
const CHUNK = 1000;

interface Row
  extends QuestionColumns,
    Pick<StoredBox, "question_hash" | "picture" | "ledger_format" | "closed_at" | "closing" | "shown_after"> {
  survey_id: string;
  /** 0 without rows, whatever a wrong counter says. */
  participants: number;
  image: string;
  closed_by: Closing["by"] | null;
  ends_at: number | null;
  first_published_at: number | null;
  starts_at: number;
  appears_at: number;
  moves: number;
}

export interface QuestionFindings {
  /** Surveys whose question, picture, list or close differs from what their ledger says. */
  differs: BrokenChain[];
  /** Surveys whose picture is gone, as one that had to be removed. */
  missing: string[];
  /** How many surveys with votes show a picture whose content was never hashed. */
  unhashed: number;
  /** How many ledgers were begun by version 1.0, so that they stand for no question. */
  former: number;
  /** Those of them that were begun since the upgrade. */
  formerSince: string[];
}

/**
 * Compares the questions, pictures, lists and closes of surveys with their ledgers.
 * @param files the uploads, which are read again
 */
export async function checkQuestions(database: Database, files: ImageFiles): Promise<QuestionFindings> {
  const found: QuestionFindings = { differs: [], missing: [], unhashed: 0, former: 0, formerSince: [] };
  for (let last = ""; ; ) {
    const { rows } = await sql<Row>`
      select b.survey_id, b.question_hash, b.picture, b.ledger_format, b.closed_at, b.shown_after,
        case when b.ledger_head = '' and b.privacy <> 'secret' then 0 else b.participants end as participants, b.closing, s.title,
        s.description, s.language, s.translations, s.image, s.image_alt, s.pass_rule, s.closed_by, s.ends_at,
        s.first_published_at, s.starts_at, s.appears_at,
        (select count(*) from deadline_moves where survey_id = s.id) as moves
      from surveys s join ballot_boxes b on b.survey_id = s.id
      where s.id > ${last} order by s.id limit ${sql.lit(CHUNK)}`.execute(database.db);
    for (const row of rows) await check(database, files, row, found);
    if (rows.length < CHUNK) return found;
    last = rows.at(-1)?.survey_id ?? last;
  }
}

async function check(database: Database, files: ImageFiles, row: Row, found: QuestionFindings): Promise<void> {
  const { survey_id: surveyId } = row;
  const differs = (flaw: string) => found.differs.push({ surveyId, flaw });
  if (isOfFormat2(row)) {
    found.former++;
    if (row.ledger_format === null) found.formerSince.push(surveyId);
    if (row.question_hash !== "" && row.question_hash !== formerHashOfQuestion(row))
      differs("It asks something else than ballots are compared with.");
    return;
  }
  if (row.question_hash === "" ? row.ledger_format === 3 : row.question_hash !== hashOfQuestion(row, row.picture))
    differs("It asks something else, or has another pass rule, than its ledger begins with.");
  if (row.ledger_format === 3) {
    const picture = await comparePicture(files, row);
    if (picture === "differs") differs("It shows another picture than its ledger begins with.");
    if (picture === "missing") found.missing.push(surveyId);
    if (picture === "unhashed") found.unhashed++;
  }
  if (row.closing === null) return;
  const closing = JSON.parse(row.closing) as Closing;
  if (await isClosedOtherwise(database, row, closing))
    differs("It was closed otherwise, or has other notes, than the end of its ledger says.");
  if (closing.list && (await hasOtherList(database, surveyId, closing.list)))
    differs("Its list has other numbers than the end of its ledger.");
}

/** Compares the picture that a survey shows with the one that its ledger begins with; null if it is the same. */
async function comparePicture(
  files: ImageFiles,
  { picture, image }: Row,
): Promise<"differs" | "missing" | "unhashed" | null> {
  const isNone = image === "" || isDrawing(image);
  if (picture === null) return isNone ? null : "differs";
  if (isNone) return "missing";
  const [kind, hash] = picture.split(" ");
  if (kind === "address") return hash === sha256(image) ? "unhashed" : "differs";
  const [name] = filesOf(idOfImage(image) ?? "");
  const bytes = name === undefined ? null : await readImageFile(files, name);
  if (bytes === null) return "missing";
  return hash === hashOfFile(bytes) ? null : "differs";
}

/** Whether a survey says something else about its close than the end of its ledger, which notes can follow. */
async function isClosedOtherwise(database: Database, row: Row, closing: Closing): Promise<boolean> {
  const { by, at, from, planned, moves, notes, notesHash, shown } = closing;
  const stored = (await findNotes(database, row.survey_id)).slice(0, notes);
  return (
    by !== row.closed_by ||
    at !== toIso(row.closed_at) ||
    from !== toIso(openedAt(row)) ||
    planned !== toIso(row.ends_at) ||
    moves !== Number(row.moves) ||
    shown !== row.shown_after ||
    stored.length !== notes ||
    hashOfNotes(stored) !== notesHash
  );
}

/**
 * Whether the numbers of a list differ, but for objections, which can follow the close, and for links that are still
 * sent.
 */
async function hasOtherList(
  database: Database,
  surveyId: string,
  list: NonNullable<Closing["list"]>,
): Promise<boolean> {
  const stored = await findListNumbers(database, surveyId, 0);
  const fixed = ["invited", "added", "struck", "codes", "replaced"] as const;
  return fixed.some((name) => stored[name] !== list[name]) || stored.objections < list.objections;
}
