/**
 * h(0) of the ledger of `box` (contract/ballots/ledger.ts).
 * Its functions run only once 0038-meetings has added `follows`.
 * @param format an SQL expression: 3, else format 2
 */
export const startOf = (format: string): string =>
  `sha256_hex(case when ${format} = 3
        then concat_ws(' ', 'Survey App ledger 3 of', box.survey_id, 'asks', box.question_hash, box.electorate, box.privacy,
          box.results, box.changeable, box.unsure, coalesce(box.follows, '-'))
        else 'Survey App ledger 2 of ' || box.survey_id end)`;

/**
 * A statement that gives `box` a new key, when the first vote begins a ledger whose answers are hidden: copies of the
 * database from before that vote then open none of its rows. The key of live results is public, and stays.
 */
export const renewKey = `if box.results <> 'live' then
        box.ledger_key := sha256_hex(gen_random_uuid()::text || gen_random_uuid()::text);
      end if;`;
