import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const sources = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: ["**/node_modules/**", "**/dist/**", "**/*.test.*", "web/testing/**"] }).map(
    (file) => [file, readFileSync(join(root, file), "utf8")] as const,
  );
const using = (files: (readonly [string, string])[], what: RegExp) =>
  files.filter(([, source]) => what.test(source)).map(([file]) => file);

// Security: R01
test("only React turns text into HTML: no browser code parses markup or code", () => {
  const web = sources("web/**/*.{ts,tsx}");
  expect(web.length).toBeGreaterThan(200);
  const parsing =
    /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\b|DOMParser|createContextualFragment|srcdoc/i;
  expect(using(web, parsing)).toEqual([]);
});

test("only the component that sets its language shows a survey's title", () => {
  const pages = sources("web/**/*.tsx");
  expect(using(pages, /<UserText\s+of=/).length).toBeGreaterThan(20);
  // As the content of an element, not as an attribute or a value.
  expect(using(pages, /(?<![=$])\{(?:\w+\??\.)*Title\}/)).toEqual([]);
});

test("no translator of a browser changes a code, which people copy", () => {
  const pages = sources("web/**/*.tsx");
  expect(using(pages, /<code\b/).length).toBeGreaterThan(8);
  expect(using(pages, /<code\b(?! translate="no")/)).toEqual([]);
});

test("places where a word may wrap are hidden from screen readers: Chromium's accessible names have a space there", () => {
  expect(using(sources("web/**/*.tsx"), /<wbr\b/)).toEqual(["web/ui/WordBreak.tsx"]);
  expect(using(sources("web/**/*.tsx"), /<wbr\b(?! aria-hidden \/>)/)).toEqual([]);
});

test("below a page's heading, the focus goes to controls, groups and regions: Orca doesn't always read out a focused heading", () => {
  expect(using(sources("web/**/*.tsx"), /<h[2-6][^>]*tabIndex/)).toEqual([]);
});

test("columns have the three widths of columns.css, and what is selected the look of choice.css", () => {
  const pages = sources("web/**/*.tsx");
  expect(using(pages, /\bframe(-read|-form)?\b/).length).toBeGreaterThan(20);
  // The theme doesn't define these, so the classes would do nothing.
  expect(
    using(
      pages,
      /[\s"](\w+:)*(max-|min-)?w-((\d?x[sl]|sm|md|lg)\b|\[[\d.]+rem\]["\s])|@(max|min)-(\d?x[sl]|sm|md|lg)\b/,
    ),
  ).toEqual([]);
  expect(using(pages, /"(?:[^"]* )?(has-checked|aria-selected|aria-pressed|aria-\[current[^\]]*\]):/)).toEqual([]);
});

// Security: R03
test("SQL takes values as parameters: only these files insert raw text, and only constant text", () => {
  const server = sources("server/**/*.ts");
  expect(server.length).toBeGreaterThan(150);
  expect(using(server, /\bsql\.raw\b|\.query\(`[^`]*\$\{/).sort()).toEqual([
    "server/database/dialect.ts",
    "server/database/migrations/0001-baseline/audit.ts",
    "server/database/migrations/0001-baseline/ballotBoxes.ts",
    "server/database/migrations/0001-baseline/invitations.ts",
    "server/database/migrations/0001-baseline/listings.ts",
    "server/database/migrations/0001-baseline/secretBallots.ts",
    "server/database/migrations/0001-baseline/sessionChanges.ts",
    "server/database/migrations/0001-baseline/votes.ts",
    "server/database/migrations/0004-open-links.ts",
    "server/database/migrations/0006-first-votes.ts",
    "server/database/migrations/0014-retention.ts",
    "server/database/migrations/0018-asked-question.ts",
    "server/database/migrations/0027-ledger-format.ts",
    "server/database/migrations/0027-ledger-format/firstBallots.ts",
    "server/database/migrations/0027-ledger-format/storing.ts",
    "server/database/migrations/0028-former-codes.ts",
    "server/database/migrations/0036-shown-results.ts",
    "server/database/postgres/distribution.ts",
    "server/database/postgres/notifications.ts",
    "server/surveys/search/searchSurveys.sql.ts",
    "server/surveys/surveyOrder.sql.ts",
    "server/testing/answers.sql.ts",
    "server/testing/postgresDatabases.ts",
  ]);
});

// Security: F12
test("stored counts of answers are read in few places, and shown in whole only to checks and to readers of the votes", () => {
  const product = sources("server/**/*.ts").filter(([file]) => !/\/(testing|sandbox|migrations)\//.test(file));
  // A column's type keeps its count out of responses (`StoredCount`), but SQL that is written out could sum it, or
  // rename it.
  expect(using(product, /\b(yes_votes|unsure_votes|listed_yes|listed_unsure)\b/).sort()).toEqual([
    "server/ballots/ledgerRows.sql.ts",
    "server/ballots/visible.sql.ts",
    "server/database/listingTables.ts",
    "server/database/tables.ts",
    "server/feeds/feedEvents.sql.ts",
    "server/surveys/fullSurvey.sql.ts",
    "server/surveys/listedVotes.sql.ts",
    "server/surveys/secretClose.sql.ts",
    "server/surveys/surveys.sql.ts",
    "server/votes/ledger/verify.sql.ts",
    "server/votes/ledger/verifyChains.sql.ts",
    "server/votes/ledger/verifySecret.sql.ts",
    "server/votes/live/live.sql.ts",
    "server/votes/reading/listVotes.sql.ts",
    "server/votes/reading/participations.sql.ts",
    "server/votes/storing/storeOnSqlite.sql.ts",
  ]);
  expect(using(product, /\bcountsFor\(\w+, true\)/).sort()).toEqual([
    "server/votes/ledger/verifyChains.sql.ts",
    "server/votes/reading/listVotes.sql.ts",
  ]);
});

// Security: F12
test("only storing, the close and verification read the sums of secret answers, and nothing joins them", () => {
  const naming = sources("{server,contract,web}/**/*.{ts,tsx}").filter(
    ([file, source]) => source.includes("secret_tallies") && !file.startsWith("server/testing/"),
  );
  expect(naming.map(([file]) => file).sort()).toEqual([
    "server/database/migrations/0001-baseline/secretBallots.ts",
    // The same function of storing, which also compares the question that a ballot names.
    "server/database/migrations/0027-ledger-format/secretBallots.ts",
    "server/database/postgres/distributedTables.ts",
    "server/database/secretTables.ts",
    "server/surveys/secretClose.sql.ts",
    "server/votes/ledger/verifySecret.sql.ts",
    "server/votes/storing/storeSecretOnSqlite.sql.ts",
  ]);
  for (const [file, source] of naming) expect(source.replaceAll(/\/\*.*?\*\//gs, ""), file).not.toMatch(/\bjoin\b/i);
  // Nothing else writes the voters of a secret survey, or links them to a vote.
  expect(
    using(sources("server/**/*.ts"), /(into|update|updateTable\("|insertInto\("|table: ")\s*secret_voters/).sort(),
  ).toEqual([
    "server/database/migrations/0001-baseline/secretBallots.ts",
    "server/database/migrations/0027-ledger-format/secretBallots.ts",
    // Makes the ids of voters random when their names must be removed.
    "server/retention/names.sql.ts",
    "server/surveys/secretClose.sql.ts",
    "server/votes/storing/storeSecretOnSqlite.sql.ts",
  ]);
});

test("only voters/ chooses between account and invitation; storing, verification and the close of secret votes keep their own", () => {
  const storage = sources("server/**/*.sql.ts").filter(([file]) => !/^server\/(database|testing|voters)\//.test(file));
  expect(using(storage, /\binvitation_id\b|\bsecret_voters\b/).sort()).toEqual([
    "server/ops/backups/schema.sql.ts",
    // Removes both.
    "server/retention/names.sql.ts",
    "server/sandbox/demo/demoRows.sql.ts",
    "server/surveys/secretClose.sql.ts",
    // Reads the column that names the voter, for `joinNames`.
    "server/votes/comments.sql.ts",
    "server/votes/ledger/verify.sql.ts",
    "server/votes/ledger/verifyInvited.sql.ts",
    "server/votes/ledger/verifySecret.sql.ts",
    "server/votes/storing/storeOnPostgres.sql.ts",
    "server/votes/storing/storeOnSqlite.sql.ts",
    "server/votes/storing/storeSecretOnSqlite.sql.ts",
  ]);
});

test("whether a person gets an email is decided in one place: nothing else reads which emails people refuse", () => {
  const storage = sources("server/**/*.sql.ts").filter(([file]) => !/^server\/(database|testing)\//.test(file));
  expect(using(storage, /\bwants_email\b|\bunwanted_emails\b|\bisUnwanted\b/).sort()).toEqual([
    // Deletes an account's choices.
    "server/account/deletion.sql.ts",
    // These store the choices, and show them to the person who made them.
    "server/invitations/invitedPeople.sql.ts",
    // Counts the links that can be sent.
    "server/invitations/listNumbers.sql.ts",
    "server/mail/wantedEmails.sql.ts",
    "server/mailings/follows.sql.ts",
    // Copies these choices together with the list of a meeting.
    "server/meetings/copyList.sql.ts",
    "server/voters/deletedAccounts.sql.ts",
    "server/voters/deletedAddresses.sql.ts",
    "server/voters/unsentReasons.sql.ts",
  ]);
});

test("only these files send requests from the browser", () => {
  const web = sources("web/**/*.{ts,tsx}").filter(([file]) => !file.startsWith("web/testing/"));
  expect(
    using(
      web,
      /(?<!\.)\bfetch\(|\b(?:window|globalThis|self)\.fetch\b|\b(?:XMLHttpRequest|EventSource|WebSocket|sendBeacon)\b/,
    ).sort(),
  ).toEqual(["web/api/api.ts", "web/api/upload.ts", "web/layout/entry.demo.ts", "web/live/listen.ts"]);
});

test("the layout mirrors itself: no class and no CSS names left or right, except where a comment says why", () => {
  const sides =
    /["'`\s:]-?(?:(?:(?:scroll-)?[mp][lr]|left|right)-[\w[(./%-]|(?:border-[lr]|rounded-(?:[lr]|[tb][lr])|(?:text|float|clear)-(?:left|right)|bg-(?:linear|gradient)-to-[lr])(?![a-z]))/;
  const properties = /(?:^|[\s;{-])(?:left|right)\b(?:-(?:width|color|style|radius))?\s*[:;,)]|:\s*(?:left|right)\b/;
  const found = [
    ...physical(sources("web/**/*.{ts,tsx}"), (line) => sides.test(line)),
    ...physical(sources("web/**/*.css"), (line) => properties.test(line) || (/@apply/.test(line) && sides.test(line))),
  ];
  expect(found).toEqual([]);
});

/** The lines for which `isPhysical` holds, without those with a comment. */
function physical(files: (readonly [string, string])[], isPhysical: (line: string) => boolean): string[] {
  return files.flatMap(([file, source]) =>
    source
      .split("\n")
      .filter((line) => !/\/[*/]/.test(line) && isPhysical(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
}

test("the server loads the sandbox only through import(), so that production never does", () => {
  const server = sources("server/**/*.ts").filter(([file]) => !/^server\/(sandbox|testing)\//.test(file));
  expect(using(server, /^import (?!type\b)[^;]*from "[^"]*\bsandbox\//m)).toEqual([]);
  expect(using(server, /\bimport\("[^"]*\bsandbox\//)).toContain("server/appParts.ts");
});
