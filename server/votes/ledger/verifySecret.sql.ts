import { sql } from "kysely";
import type { Database } from "../../database/database.ts";

/**
 * A secret survey whose numbers contradict each other. It leaves out the split of the answers, which must stay hidden
 * until the close.
 */
export interface SecretMismatch {
  surveyId: string;
  /** The people that its ballot box counts, and those on the list of voters. */
  participants: number;
  marked: number;
  /** The answers in its sums; after the close, which moves the sums into the ballot box, the people that it counts. */
  answered: number;
  /** The ballot box has answers before the close, or there are sums after it. */
  isMisplaced: boolean;
}

/**
 * Compares the participants, the voters and the sums of all secret surveys. One statement sees a consistent snapshot;
 * it joins nothing, so that no query puts sums beside voters.
 */
export async function compareSecretCounters({ db }: Database) {
  type Row = { what: "box" | "sums" | "voters"; surveyId: string; total: number; isClosed: number; hasAnswers: number };
  const { rows } = await sql<Row>`
    select 'box' as what, survey_id as "surveyId", participants as total,
      case when closed_at is null then 0 else 1 end as "isClosed",
      case when yes_votes + unsure_votes > 0 then 1 else 0 end as "hasAnswers"
    from ballot_boxes where privacy = 'secret'
    union all select 'sums', survey_id, yes + no + unsure, 0, 0 from secret_tallies
    union all select 'voters', survey_id, count(*), 0, 0 from secret_voters group by survey_id`.execute(db);
  const surveys = [...Map.groupBy(rows, ({ surveyId }) => surveyId)].map(([surveyId, ofSurvey]): SecretMismatch => {
    const find = (what: Row["what"]) => ofSurvey.find((row) => row.what === what);
    const [box, sums] = [find("box"), find("sums")];
    const participants = Number(box?.total ?? 0);
    const isClosed = box?.isClosed === 1;
    return {
      surveyId,
      participants,
      marked: Number(find("voters")?.total ?? 0),
      answered: isClosed ? participants : Number(sums?.total ?? 0),
      isMisplaced: isClosed ? sums !== undefined : box?.hasAnswers === 1,
    };
  });
  return {
    surveys: surveys.length,
    votes: surveys.reduce((sum, { marked }) => sum + marked, 0),
    mismatches: surveys.filter(
      ({ participants, marked, answered, isMisplaced }) =>
        marked !== participants || answered !== participants || isMisplaced,
    ),
  };
}
