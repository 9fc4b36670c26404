import { globSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, matchesGlob } from "node:path";
import { parseSync } from "vite";

/** One place in the source that breaks an import or naming rule. */
export interface Violation {
  file: string;
  line: number;
  message: string;
}

interface ImportRule {
  files: string;
  /** Files of the project that may be imported; `type …`: only their types; `!…`: excluded. */
  may: string[];
  /** Packages that may be imported, including Node's own. Default: every package except the SQL ones. */
  packages?: string[];
}

const SQL = ["kysely", "kysely/*", "pg", "node:sqlite"];
const TESTING = ["vitest", "node:*"];

/** The folders of `contract/`. Each may import those before it; the files beside the folders combine all of them. */
const CONTRACT_FOLDERS = [
  "text",
  "http",
  "users",
  "ballots",
  "session",
  "surveys",
  "votes",
  "results",
  "ops",
  "invitations",
  "sharing",
  "meetings",
  "payments",
  "account",
];

/**
 * The folders of `server/`. Each may import those before it, types and workers included, so that no import cycle
 * arises.
 */
const SERVER_FOLDERS = [
  "words",
  "concurrency",
  "database",
  "clock",
  "config",
  "http",
  "events",
  "queues",
  "mail",
  "audit",
  "session",
  "ballots",
  "voters",
  "invitations",
  "images",
  "surveys",
  "owners",
  "voterLists",
  "meetings",
  "moderation",
  "webhooks",
  "users",
  "mailings",
  "account",
  "votes",
  "downloads",
  "feeds",
  "legal",
  "notices",
  "payments",
  "sharing",
  "retention",
  "ops",
  "sandbox",
];

/** The folders that read the settings. All others receive theirs as arguments, and import only the type. */
const READ_SETTINGS = ["config", "sandbox"];

/** The features of `web/`. Each may import those before it, so that no import cycle arises. */
const WEB_FEATURES = [
  "session",
  "live",
  "legal",
  "images",
  "votes",
  "feedback",
  "surveys",
  "managing",
  "sharing",
  "linkVoting",
  "surveyList",
  "results",
  "presenting",
  "moderation",
  "surveyPage",
  "invitations",
  "owners",
  "surveyForm",
  "ownSurvey",
  "meetings",
  "meetingRoom",
  "payments",
  "users",
  "account",
  "audit",
  "ops",
  "components",
];

/** Which files may import what. The first rule whose `files` pattern matches a file applies to it. */
const importRules: ImportRule[] = [
  { files: "texts/**", may: ["texts/**"], packages: ["react"] },
  {
    files: "contract/{testing/**,**/*.test.ts}",
    may: ["contract/**", "texts/**"],
    packages: ["zod", "zod/*", "fast-check", ...TESTING],
  },
  ...CONTRACT_FOLDERS.map((folder, index) => ({
    files: `contract/${folder}/**`,
    may: ["texts/**", ...CONTRACT_FOLDERS.slice(0, index + 1).map((each) => `contract/${each}/**`)],
    packages: ["zod", "zod/*"],
  })),
  { files: "contract/*", may: ["contract/**", "texts/**"], packages: ["zod", "zod/*"] },

  { files: "server/testing/**", may: ["server/**", "contract/**", "texts/**", "tools/**"], packages: ["**"] },
  { files: "server/**/*.test.ts", may: ["server/**", "contract/**", "texts/**"], packages: ["**"] },
  // Bundled once for each language, so it can't have state, and can't import anything of Node's.
  { files: "server/words/**", may: ["server/words/**", "contract/**", "texts/**"], packages: [] },
  // The app consists of its parts and the list of its features; `process/` starts and stops it, and the commands and
  // `main.ts` use both.
  {
    files: "server/{app,appParts,features}.ts",
    may: [`server/{${SERVER_FOLDERS}}/**`, "server/{appParts,features}.ts", "contract/**", "texts/**"],
  },
  {
    files: "server/process/**",
    may: [`server/{process,${SERVER_FOLDERS}}/**`, "server/app.ts", "contract/**", "texts/**"],
  },
  { files: "server/{main.ts,cli/**}", may: [`server/{cli,process,${SERVER_FOLDERS}}/**`, "contract/**", "texts/**"] },
  // Migrations don't import application code, so that later changes never alter what a migration does.
  {
    files: "server/database/migrations/**",
    may: ["server/database/migrations/**", "type server/database/dialect.ts"],
    packages: ["kysely"],
  },
  ...SERVER_FOLDERS.flatMap((folder, index) => {
    const before = SERVER_FOLDERS.slice(0, index + 1).filter(
      (each) => each !== "config" || READ_SETTINGS.includes(folder),
    );
    const settings = index < SERVER_FOLDERS.indexOf("config") ? [] : ["type server/config/config.ts"];
    const may = ["contract/**", "texts/**", ...before.map((each) => `server/${each}/**`), ...settings];
    const hasSql = folder === "database" || folder === "sandbox";
    return [
      { files: `server/${folder}/**/*.sql.ts`, may, packages: ["**"] },
      { files: `server/${folder}/**`, may, ...(hasSql && { packages: ["**"] }) },
    ];
  }),

  {
    files: "web/{testing/**,**/*.test.{ts,tsx}}",
    may: ["web/**", "contract/**", "texts/**", "server/**", "tools/texts/**"],
    packages: ["**"],
  },
  { files: "web/app/**", may: ["web/**", "contract/**", "texts/**"] },
  { files: "web/build/**", may: ["web/build/**", "tools/texts/**", "texts/**"], packages: ["**"] },
  {
    files: "web/ui/**",
    may: [
      "web/ui/**",
      "texts/{uiTexts,language,languages,numbers}.ts",
      "contract/text/**",
      "contract/results/resultText.ts",
      "type contract/surveys/surveys.ts",
    ],
    packages: ["react", "react-dom", "react/*", "react-dom/*"],
  },
  { files: "web/{routing,api}/**", may: ["web/{routing,api,ui}/**", "contract/**", "texts/**"] },
  {
    files: "web/layout/**",
    may: ["web/{layout,ui,routing,api,session,users}/**", "!web/api/{api,token}.ts", "contract/**", "texts/**"],
  },
  ...WEB_FEATURES.flatMap((feature, index) => {
    const noPages = `!web/{${WEB_FEATURES}}/**/*Page.tsx`;
    const may = [`web/{${WEB_FEATURES.slice(0, index + 1)},ui,routing,api}/**`, "contract/**", "texts/**"];
    return [
      // No file imports a page, and pages combine features: they don't send requests.
      {
        files: `web/${feature}/**/*Page.tsx`,
        may: [...may, "web/layout/**", noPages, "!web/api/{api,token}.ts"],
      },
      { files: `web/${feature}/**`, may: [...may, noPages] },
    ];
  }),
  { files: "web/*", may: [] },

  { files: "e2e/*.sql.ts", may: ["e2e/**", "tools/**", "contract/**", "texts/**"], packages: ["**"] },
  // No screen shows the emails of every kind.
  {
    files: "e2e/look.emails.spec.ts",
    may: ["e2e/**", "tools/**", "contract/**", "texts/**", "server/testing/sampleEmails.ts"],
  },
  { files: "e2e/**", may: ["e2e/**", "tools/**", "contract/**", "texts/**"] },
  { files: "soak/orca/**", may: ["soak/orca/**", "e2e/**", "tools/**", "contract/**", "texts/**"] },
  {
    files: "{bench,soak}/**",
    may: ["bench/**", "soak/**", "tools/**", "contract/**", "texts/**", "server/**"],
    packages: ["**"],
  },
  { files: "tools/**", may: ["tools/**", "contract/**", "texts/**"], packages: ["**"] },
  { files: "*", may: ["tools/**"] },
];

/** The folders of `web/` that are not features. */
const WEB_FOLDERS = ["app", "api", "build", "layout", "public", "routing", "testing", "ui"];
const BANNED_NAMES = /^(?:utils?|helpers?|common|managers?|services?)$/i;

/** Every violation of the rules above. `files` maps paths, relative to the project's root, to their source. */
export function violations(files: Map<string, string>): Violation[] {
  return [...files].flatMap(([file, source]) => [
    ...nameViolations(file),
    ...importViolations(file, source),
    ...(file === "server/features.ts" ? orderViolations(file, source) : []),
  ]);
}

function importViolations(file: string, source: string): Violation[] {
  const rule = importRules.find(({ files }) => matchesGlob(file, files));
  if (!rule) return [{ file, line: 1, message: "matches no rule in tools/check/checkImports.ts" }];
  const allowed = [...rule.may, ...(rule.packages ?? ["packages without SQL"])].join(", ");
  return importsOf(file, source)
    .filter((found) => !isAllowed(found, file, rule))
    .map(({ specifier, line }) => ({ file, line, message: `may not import ${specifier} (${rule.files}: ${allowed})` }));
}

/**
 * The features that the server starts are in the order of their folders. Pages come last, because they show all
 * features.
 */
function orderViolations(file: string, source: string): Violation[] {
  const order = [...SERVER_FOLDERS, "pages"];
  const named = [...source.matchAll(/\bname: "(\w+)"/g)].map(({ 1: name = "", index }) => ({
    name,
    line: source.slice(0, index).split("\n").length,
  }));
  return named.flatMap(({ name, line }, index) => {
    const before = named[index - 1]?.name;
    if (!order.includes(name)) return [{ file, line, message: `starts ${name}, which is no folder of server/` }];
    if (before === undefined || order.indexOf(before) < order.indexOf(name)) return [];
    return [
      {
        file,
        line,
        message: `starts ${name} after ${before}: the order is SERVER_FOLDERS in tools/check/checkImports.ts`,
      },
    ];
  });
}

function isAllowed({ specifier, isType }: Import, file: string, rule: ImportRule): boolean {
  const target = projectFile(specifier, file);
  if (target === undefined) {
    if (rule.packages) return rule.packages.some((pattern) => matchesGlob(specifier, pattern));
    return !SQL.some((pattern) => matchesGlob(specifier, pattern));
  }
  if (rule.may.some((pattern) => pattern.startsWith("!") && matchesGlob(target, pattern.slice(1)))) return false;
  return rule.may.some((pattern) => matchesGlob(target, pattern) || (isType && matchesGlob(`type ${target}`, pattern)));
}

/** The path of the imported project file, or undefined for a package. */
function projectFile(specifier: string, file: string): string | undefined {
  if (specifier.startsWith(".")) return join(dirname(file), specifier);
  if (specifier.startsWith("@survey-app/")) return specifier.slice("@survey-app/".length);
  return undefined;
}

function nameViolations(file: string): Violation[] {
  const found: Violation[] = [];
  const parts = file.split("/");
  const base = parts.at(-1)?.split(".")[0] ?? "";
  // The last word of a name counts, so `userService` and `date-utils` are found too.
  const words = [...parts.slice(0, -1), base.split(/[-_]|(?=[A-Z])/).at(-1) ?? ""];
  const banned = words.find((word) => BANNED_NAMES.test(word));
  if (banned) found.push({ file, line: 1, message: `is named ${banned}: name it after what it holds` });
  if (base === "index") found.push({ file, line: 1, message: "is named index: no barrels, import the file itself" });
  const webFolder = /^web\/([^/]+)\//.exec(file)?.[1];
  if (webFolder && ![...WEB_FOLDERS, ...WEB_FEATURES].includes(webFolder)) {
    found.push({
      file,
      line: 1,
      message: `is in web/${webFolder}, which is in no list in tools/check/checkImports.ts`,
    });
  }
  return found;
}

interface Import {
  specifier: string;
  line: number;
  /** Erased at run time: `import type …`, `export type … from`. */
  isType: boolean;
}

/** Everything that a TypeScript source imports, in whatever form. */
function importsOf(file: string, source: string): Import[] {
  const { module, comments } = parseSync(file, source);
  const statements = [
    ...module.staticImports.map(({ start, moduleRequest }) => ({ start, request: moduleRequest })),
    ...module.staticExports.flatMap(({ start, entries }) => {
      const request = entries.find(({ moduleRequest }) => moduleRequest)?.moduleRequest;
      return request ? [{ start, request }] : [];
    }),
  ].map(({ start, request }) => ({
    specifier: request.value,
    index: request.start,
    isType: /^\w+\s+type\b(?!\s*(?:,|from))/.test(source.slice(start, request.start)),
  }));
  // `await import("…")` as well as the type `import("…").Name`.
  const code = comments.reduce(
    (text, { start, end }) => text.slice(0, start) + " ".repeat(end - start) + text.slice(end),
    source,
  );
  const calls = [...code.matchAll(/\bimport\s*\(\s*["'`]([^"'`]+)["'`]/g)].map(({ index, 1: specifier = "" }) => ({
    specifier,
    index: index,
    isType: false,
  }));
  // Workers and other files that are loaded by their address.
  const addresses = [...code.matchAll(/\bnew URL\(\s*["'`]([^"'`]+\.ts)["'`],\s*import\.meta\.url/g)].map(
    ({ index, 1: path = "" }) => ({
      specifier: path.startsWith(".") ? path : `./${path}`,
      index: index,
      isType: false,
    }),
  );
  return [...statements, ...calls, ...addresses].map(({ specifier, index, isType }) => ({
    specifier,
    isType,
    line: source.slice(0, index).split("\n").length,
  }));
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const root = join(import.meta.dirname, "../..");
  const paths = globSync("**/*.{ts,tsx}", { cwd: root, exclude: ["**/{node_modules,dist,data}/**"] });
  const found = violations(new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")])));
  for (const { file, line, message } of found) console.error(`${file}:${line}  ${message}`);
  console.log(`${paths.length} files, ${found.length} ${found.length === 1 ? "violation" : "violations"}`);
  process.exit(found.length ? 1 : 0);
}
