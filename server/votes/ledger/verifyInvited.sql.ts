import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { REMOVED_PREFIX } from "../../voters/names.sql.ts";

/** A survey whose votes or public numbers contradict its electorate. */
export interface ListFlaw {
  surveyId: string;
  flaw: string;
}

/**
 * Compares votes with electorates: on a survey for invited people every voter is on its list, elsewhere no vote has an
 * invitation; by open link every voter is a browser, and for everyone none is. Compares the public numbers of each list
 * with the people on it. Of surveys whose names were removed, checks that they are.
 */
export async function findListFlaws({ db }: Database): Promise<ListFlaw[]> {
  const listed = sql`invitations i on i.survey_id = b.survey_id`;
  const removed = sql.lit(`${REMOVED_PREFIX}%`);
  const { rows: voters } = await sql<{ surveyId: string }>`
    select distinct b.survey_id as "surveyId" from ballot_boxes b
    join votes v on v.survey_id = b.survey_id left join ${listed} and i.id = v.invitation_id
    where (b.electorate = 'invited' and i.id is null and v.user_id not like ${removed})
      or (b.electorate <> 'invited' and v.invitation_id is not null)
    union select b.survey_id from ballot_boxes b
    join secret_voters s on s.survey_id = b.survey_id left join ${listed} and i.id = s.voter
    where b.electorate = 'invited' and i.id is null and s.voter not like ${removed}`.execute(db);
  const { rows: browsers } = await sql<{ surveyId: string }>`
    select distinct b.survey_id as "surveyId" from ballot_boxes b
    join votes v on v.survey_id = b.survey_id
    where (b.electorate = 'link' and v.ballot_hash is distinct from v.user_id and v.user_id not like ${removed})
      or (b.electorate = 'everyone' and v.ballot_hash is not null)`.execute(db);
  const { rows: numbers } = await sql<{ surveyId: string; people: number | null }>`
    select coalesce(p.survey_id, d.survey_id) as "surveyId", p.people from (
      select survey_id, count(*) as people, count(case when state = 'struck' then 1 end) as struck
      from invitations group by survey_id
    ) p full join (
      select survey_id, sum(added) as added, sum(struck) as struck from invitation_days group by survey_id
    ) d on d.survey_id = p.survey_id
    where coalesce(p.people, 0) <> coalesce(d.added, 0) or coalesce(p.struck, 0) <> coalesce(d.struck, 0)`.execute(db);
  // On their own, because votes can be on other servers than surveys.
  const anonymous = await db.selectFrom("surveys").select("id").where("names_removed_at", "is not", null).execute();
  const withoutNames = new Set(anonymous.map(({ id }) => id));
  const { rows: named } =
    withoutNames.size === 0
      ? { rows: [] }
      : await sql<{ surveyId: string }>`
          select distinct survey_id as "surveyId" from votes where user_id not like ${removed}
          union select survey_id from secret_voters where voter not like ${removed}
          union select survey_id from invitations`.execute(db);
  // The list of a meeting is removed some time after its end, and its numbers stay, too.
  const meetings = await db.selectFrom("meetings").select("id").where("ended_at", "is not", null).execute();
  const ended = new Set(meetings.map(({ id }) => id));
  const isListKept = ({ surveyId }: { surveyId: string }) => !withoutNames.has(surveyId);
  const isRemoved = ({ surveyId, people }: { surveyId: string; people: number | null }) =>
    people === null && ended.has(surveyId);
  const remaining = named.filter((each) => !isListKept(each));
  return [
    ...remaining.map(({ surveyId }) => ({
      surveyId,
      flaw: "Its names were removed, but some voters are still stored.",
    })),
    ...voters.map(({ surveyId }) => ({ surveyId, flaw: "It has votes of people who are not on its list." })),
    ...browsers.map(({ surveyId }) => ({ surveyId, flaw: "It has votes that didn't come as its electorate votes." })),
    ...numbers
      .filter((each) => isListKept(each) && !isRemoved(each))
      .map(({ surveyId }) => ({
        surveyId,
        flaw: "The public numbers of its list differ from the people on it.",
      })),
  ];
}
