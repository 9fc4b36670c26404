import type { Fault } from "./fault.ts";

/** Mistakes that `npm run check` finds without running the app. */
export const checkFaults: readonly Fault[] = [
  {
    name: "own-promise-forgotten",
    file: "server/surveys/outcomes.sql.ts",
    text: "  await record({",
    becomes: "  record({",
    foundBy: { check: "promises", says: "server/surveys/outcomes.sql.ts" },
  },
  {
    name: "promise-of-a-package-forgotten",
    file: "server/database/postgres/notifications.ts",
    text: "await client.connect();",
    becomes: "client.connect();",
    foundBy: { check: "promises", says: "server/database/postgres/notifications.ts" },
  },
  {
    name: "journey-does-not-wait",
    file: "e2e/errorsInGerman.spec.ts",
    text: 'await page.goto("/signup?lang=de");',
    becomes: 'page.goto("/signup?lang=de");',
    foundBy: { check: "promises", says: "e2e/errorsInGerman.spec.ts" },
  },
  {
    name: "text-outside-of-catalogs",
    file: "web/votes/Comments.tsx",
    text: '<legend className="sr-only">{commentTexts.filter}</legend>',
    becomes: '<legend className="sr-only">Filter</legend>',
    foundBy: { check: "lint", says: "web/votes/Comments.tsx" },
  },
  {
    name: "translation-lacks-a-case",
    file: "texts/pl/votes.json",
    text: "few {Do końca głosowania możesz go zmienić jeszcze # razy.} ",
    becomes: "",
    foundBy: { check: "texts", says: "changesLeft lacks the case" },
  },
  {
    name: "import-against-the-order",
    file: "server/votes/storing/voteWriter.ts",
    text: 'import { apiError } from "../../http/apiError.ts";',
    becomes: 'import { apiError } from "../../http/apiError.ts";\nimport "../../payments/provider.ts";',
    foundBy: { check: "imports", says: "server/votes/storing/voteWriter.ts" },
  },
  {
    name: "export-unused",
    file: "server/votes/comments.sql.ts",
    text: "const commentChanged =",
    becomes: "export const commentChanged =",
    foundBy: { check: "unused", says: "commentChanged" },
  },
  {
    name: "may-be-undefined",
    file: "server/surveys/search/searchSurveys.sql.ts",
    text: "ids: rows[0]?.ids ?? []",
    becomes: "ids: rows[0].ids",
    foundBy: { check: "types", says: "server/surveys/search/searchSurveys.sql.ts" },
  },
];
