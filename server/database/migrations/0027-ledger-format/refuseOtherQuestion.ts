import { sql } from "kysely";

/**
 * Of the loop over ballots: sets aside one that names another question than the locked box, and the first ones of a box
 * whose question is unknown, and goes on with the next. One that names none has an empty question; version 1.0 passes
 * null.
 */
export const refuseOtherQuestion = sql`if ballot.question <> '' and ballot.question <> box.question_hash
        or ballot.question is not null and box.question_hash = '' and box.participants = 0
      then
        refused := refused || (ballot.id || case box.question_hash when '' then ' unhashed' else ' moved' end);
        continue;
      end if;`;

/**
 * The format in which a box without votes begins its ledger: this version passes questions, and begins in format 3.
 * Version 1.0, which runs beside it during an upgrade, begins in format 2, which has no number then.
 */
export const newFormat = sql`case when ballots -> 0 -> 'question' is not null then 3 end`;
