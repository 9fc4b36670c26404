import { sql } from "kysely";

/** Of the loop over ballots: sets aside one that names another question than the locked box, and goes on with the next. */
export const refuseOtherQuestion = sql`if ballot.question <> box.question_hash then
        refused := refused || (ballot.id || case box.question_hash when '' then ' unhashed' else ' moved' end);
        continue;
      end if;`;
