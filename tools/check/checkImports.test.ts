import { expect, test } from "vitest";
import { violations } from "./checkImports.ts";

/** The violations of one file. */
function check(file: string, source: string): string[] {
  return violations(new Map([[file, source]])).map(({ line, message }) => `${line} ${message.split(" (")[0]}`);
}

const imports = (specifier: string) => `import { thing } from "${specifier}";`;

test.each([
  ["contract/votes/votes.ts", "zod/mini"],
  ["contract/votes/votes.ts", "../surveys/surveys.ts"],
  ["server/http/endpoints.ts", "../database/tables.ts"],
  ["server/words/entry.ts", "@survey-app/texts/mailTexts.ts"],
  ["server/mail/mailer.ts", "../words/entry.ts"],
  ["server/http/endpoints.ts", "fastify"],
  ["server/database/sqlite/sqlite.ts", "node:sqlite"],
  ["server/votes/votes.routes.ts", "@survey-app/contract/votes/votes.ts"],
  ["server/votes/votes.routes.ts", "../surveys/surveys.sql.ts"],
  ["server/votes/votes.routes.ts", "../surveys/rules.ts"],
  ["server/http/endpoints.ts", "../database/cursor.ts"],
  ["server/app.ts", "./sandbox/mail.ts"],
  ["server/process/start.ts", "../app.ts"],
  ["server/votes/votes.routes.ts", "./ledger.ts"],
  ["server/votes/storing/votes.sql.ts", "kysely"],
  ["server/votes/votes.test.ts", "../surveys/surveys.routes.ts"],
  ["server/app.ts", "./votes/votes.routes.ts"],
  ["web/ui/Button.tsx", "react"],
  ["web/votes/VotePanel.tsx", "../session/useSession.ts"],
  ["web/votes/VotePanel.tsx", "../api/api.ts"],
  ["web/votes/VotePanel.tsx", "@survey-app/texts/voteTexts.ts"],
  ["web/layout/TopBar.tsx", "../session/useSession.ts"],
  ["web/surveyPage/HomePage.tsx", "../layout/NarrowPage.tsx"],
  ["web/users/UsersPage.tsx", "../votes/VotePanel.tsx"],
  ["e2e/votes.spec.ts", "./fixtures.ts"],
])("%s may import %s", (file, specifier) => {
  expect(check(file, imports(specifier))).toEqual([]);
});

test.each([
  ["contract/votes/votes.ts", "../../server/app.ts"],
  ["contract/surveys/surveys.ts", "../votes/votes.ts"],
  ["contract/votes/votes.ts", "react"],
  ["contract/votes/votes.ts", "node:fs"],
  ["server/http/endpoints.ts", "../votes/votes.sql.ts"],
  ["server/words/entry.ts", "../mail/mailer.ts"],
  ["server/words/entry.ts", "node:fs"],
  ["server/mail/mailer.ts", "../session/tokens.ts"],
  ["server/mail/mailer.ts", "../votes/votes.sql.ts"],
  ["server/http/endpoints.ts", "kysely"],
  ["server/database/cursor.ts", "../surveys/surveys.routes.ts"],
  ["server/database/migrations/0002-more.ts", "../searchText.ts"],
  ["server/database/migrations/0002-more.ts", "@survey-app/contract/ballots/ledger.ts"],
  ["server/surveys/surveys.routes.ts", "../votes/votes.sql.ts"],
  ["server/surveys/surveys.sql.ts", "../mailings/mailings.sql.ts"],
  ["server/database/database.ts", "../process/sqliteWorker.ts"],
  ["server/database/database.ts", "../config/config.ts"],
  ["server/app.ts", "./process/start.ts"],
  ["server/votes/votes.routes.ts", "../../web/api/api.ts"],
  ["server/votes/votes.routes.ts", "../sandbox/mail.ts"],
  ["server/votes/votes.routes.ts", "../config/config.ts"],
  ["server/votes/votes.routes.ts", "kysely"],
  ["server/votes/storing/voteWriter.ts", "pg"],
  ["server/app.ts", "node:sqlite"],
  ["server/app.ts", "../web/api/api.ts"],
  ["web/ui/Button.tsx", "@survey-app/contract/votes/votes.ts"],
  ["web/ui/Button.tsx", "../api/api.ts"],
  ["web/ui/Button.tsx", "../votes/VotePanel.tsx"],
  ["web/votes/VotePanel.tsx", "../surveys/SurveyCard.tsx"],
  ["web/votes/VotePanel.tsx", "./CheckPage.tsx"],
  ["web/votes/VotePanel.tsx", "../../server/config/config.ts"],
  ["web/surveyPage/HomePage.tsx", "../api/api.ts"],
  ["web/users/UsersPage.tsx", "../surveyPage/HomePage.tsx"],
  ["web/surveyPage/HomePage.tsx", "../app/routes.tsx"],
  ["web/layout/TopBar.tsx", "../app/routes.tsx"],
  ["web/layout/TopBar.tsx", "../api/api.ts"],
  ["web/layout/TopBar.tsx", "../surveyPage/HomePage.tsx"],
  ["e2e/votes.spec.ts", "../server/app.ts"],
])("%s may not import %s", (file, specifier) => {
  expect(check(file, imports(specifier))).toEqual([`1 may not import ${specifier}`]);
});

test("features start in the order of their folders, and pages last", () => {
  const list = (...names: string[]) => names.map((name) => `  { name: "${name}", start },`).join("\n");
  expect(check("server/features.ts", list("http", "votes", "ops", "pages"))).toEqual([]);
  expect(check("server/features.ts", list("http", "ops", "votes", "none"))).toEqual([
    expect.stringMatching(/^3 starts votes after ops/),
    expect.stringMatching(/^4 starts none, which is no folder/),
  ]);
});

test("finds every form of import, with its line", () => {
  const from = "../server/app.ts";
  const source = [
    `import type { A } from "${from}";`,
    `import {`,
    `  b,`,
    `  c as d,`,
    `} from '${from}';`,
    `export * from "${from}";`,
    `export { e } from "${from}";`,
    `import "${from}";`,
    `const f = await ${"import"}("${from}");`,
    `type G = ${"import"}("${from}").G;`,
  ].join("\n");
  const lines = check("contract/votes/votes.ts", source).map((found) => Number.parseInt(found, 10));
  expect(lines.sort((a, b) => a - b)).toEqual([1, 5, 6, 7, 8, 9, 10]);
});

test("finds workers, which are loaded by their address", () => {
  const worker = (path: string) => `new ${"URL"}("${path}", import.meta.url)`;
  expect(check("server/database/database.ts", worker("../process/sqliteWorker.ts"))).toHaveLength(1);
  expect(check("server/process/openDatabase.ts", worker("sqliteWorker.ts"))).toEqual([]);
});

test("ignores imports in comments", () => {
  const line = imports("../server/app.ts");
  expect(check("contract/votes/votes.ts", `// ${line}\n/*\n${line}\n*/\n/** see ${"import"}("x") */`)).toEqual([]);
});

test("a server feature may import the type of the settings, but not read them", () => {
  const types = `import type { Config } from "../config/config.ts";`;
  expect(check("server/votes/votes.routes.ts", types)).toEqual([]);
});

test.each(["utils.ts", "dateHelpers.ts", "survey-manager.ts", "VoteService.ts", "common/dates.ts"])(
  "rejects a file named %s",
  (name) => {
    expect(check(`server/votes/${name}`, "")).toEqual([expect.stringContaining("name it after what it holds")]);
  },
);

test("rejects barrel files", () => {
  expect(check("web/ui/index.ts", "")).toEqual([expect.stringContaining("no barrels")]);
});

test("each folder of web is listed", () => {
  expect(check("web/charts/Bar.tsx", "")).toContainEqual(expect.stringContaining("is in no list"));
});
