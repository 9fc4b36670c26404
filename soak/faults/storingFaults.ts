import type { Fault } from "./fault.ts";

/** Mistakes that would store, count or send something wrong. */
export const storingFaults: readonly Fault[] = [
  {
    name: "vote-counted-twice",
    file: "server/votes/storing/storeSecretOnSqlite.sql.ts",
    text: "return marked === 1;",
    becomes: "return marked <= 1;",
    foundBy: {
      file: "server/votes/storing/secretVotes.engines.test.ts",
      title: "of one person's 20 votes at the same time, one counts",
    },
  },
  {
    name: "counter-lost",
    file: "server/votes/storing/storeSecretOnSqlite.sql.ts",
    text: "set participants = participants + ?,",
    becomes: "set participants = ?,",
    foundBy: { file: "server/votes/storing/secretVotes.engines.test.ts", title: "the close publishes the sums" },
  },
  {
    name: "answer-stored-with-the-person",
    file: "server/votes/storing/storeSecretOnSqlite.sql.ts",
    text: "[ballot.surveyId, voterOf(ballot), ballot.ticketHash],",
    becomes: "[ballot.surveyId, voterOf(ballot), ballot.ticketHash + ballot.choice],",
    foundBy: { file: "server/votes/storing/secretVotes.engines.test.ts", title: "are equal row by row" },
  },
  {
    name: "hidden-result-in-comments",
    file: "server/votes/comments.sql.ts",
    text: "const isLimited = !(await seesResults(database, survey, viewer));",
    becomes: "const isLimited = !(await seesResults(database, survey, viewer)) && viewer === null;",
    foundBy: { file: "server/tests/hiddenResults.test.ts", title: "responds the same to all who may not see them" },
  },
  {
    name: "wrong-receipt",
    file: "contract/ballots/ledger.ts",
    text: "hash.slice(8, 12)",
    becomes: "hash.slice(4, 8)",
    foundBy: { file: "server/votes/ledger/chain.engines.test.ts", title: "every vote has its receipt" },
  },
  {
    name: "few-votes-shown",
    file: "server/ballots/visible.sql.ts",
    text: 'privacy !== "named" && participants < SPLIT_MIN',
    becomes: 'privacy !== "named" && participants < SPLIT_MIN - 1',
    foundBy: {
      file: "server/votes/ledger/chain.engines.test.ts",
      title: "at the end the numbers of 4 people",
      isComposed: true,
    },
  },
  {
    name: "deadline-off-by-one",
    file: "server/ballots/publicSurvey.ts",
    text: "survey.ends_at <= now",
    becomes: "survey.ends_at < now",
    foundBy: {
      file: "server/ballots/visible.unit.test.ts",
      title: "voting ends in the very millisecond of its deadline",
    },
  },
  {
    name: "half-is-a-majority",
    file: "contract/ballots/passRule.ts",
    text: "yes * q > p * all",
    becomes: "yes * q >= p * all",
    foundBy: {
      file: "contract/ballots/passRule.test.ts",
      title: "whether a survey passes is decided in whole numbers",
    },
  },
  {
    name: "lock-dropped",
    file: "server/sharing/shortAddresses.sql.ts",
    text: "    .$call(tx.dialect.lock)\n",
    becomes: "",
    foundBy: {
      file: "server/sharing/shortAddresses.engines.test.ts",
      title: "requests at the same time get one code for each kind",
      engine: "postgres",
    },
  },
  {
    name: "replaced-link-still-votes",
    file: "server/database/migrations/0028-former-codes.ts",
    text: " and (issued is null or i.issue = issued)",
    becomes: "",
    foundBy: {
      file: "server/votes/invitedVotes.engines.test.ts",
      title: "a vote that was on its way when its link was replaced is not stored",
      engine: "postgres",
    },
  },
  {
    name: "wrong-collation",
    file: "server/database/dialect.ts",
    text: 'collate "und-x-icu")`,',
    becomes: 'collate "C")`,',
    foundBy: {
      file: "server/tests/storedDatabases.engines.test.ts",
      title: "texts that version 1.0 has stored and writes are found without their accents",
      engine: "postgres",
    },
  },
  {
    name: "queue-without-its-lock",
    file: "server/database/dialect.ts",
    text: "(query) => query.forNoKeyUpdate().skipLocked() as typeof query",
    becomes: "(query) => query",
    foundBy: {
      file: "server/webhooks/webhooks.engines.test.ts",
      title: "several instances deliver each event once",
      engine: "postgres",
    },
  },
  {
    name: "email-sent-twice",
    file: "server/queues/queues.sql.ts",
    text: 'attempts: eb("attempts", "+", 1), next_at: leasedUntil',
    becomes: 'attempts: eb("attempts", "+", 1), next_at: Date.now()',
    foundBy: { file: "server/mail/mail.engines.test.ts", title: "two instances send an email once" },
  },
  {
    name: "email-to-who-refused",
    file: "server/mail/wantedEmails.sql.ts",
    text: "unwanted_emails.kind = $",
    becomes: "unwanted_emails.kind <> $",
    foundBy: { file: "server/mailings/outcomes.test.ts", title: "doesn't reach people who refused it" },
  },
  {
    name: "backup-without-a-table",
    file: "server/ops/backups/schema.sql.ts",
    text: '  "rate_limit_counts",\n',
    becomes: '  "rate_limit_counts",\n  "follows",\n',
    foundBy: {
      file: "server/ops/backups/leftOut.engines.test.ts",
      title: "a backup only leaves out tables that the database derives",
    },
  },
  {
    name: "refund-ends-all-memberships",
    file: "server/payments/settle.sql.ts",
    text: '.where("id", "=", bought.id)',
    becomes: '.where("user_id", "=", bought.user_id)',
    foundBy: {
      file: "server/payments/payments.engines.test.ts",
      title: "a year that was bought in addition begins when the one before is refunded",
    },
  },
];
