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

/** The features of `web/`. Each may import those before it, so that no import cycle arises. */
const WEB_FEATURES = [
  "session",
  "legal",
  "images",
  "votes",
  "feedback",
  "surveys",
  "invitations",
  "payments",
  "users",
  "account",
  "audit",
  "sharing",
];

/**
 * Which files may import what. The first rule whose `files` pattern matches a file applies to it.
 * `<feature>` stands for one folder of `server/` that no rule names, the same one in the whole rule; `<features>` for any of them.
 */
const importRules: ImportRule[] = [
  {
    files: "contract/{testing/**,**/*.test.ts}",
    may: ["contract/**"],
    packages: ["zod", "zod/*", "fast-check", ...TESTING],
  },
  { files: "contract/**", may: ["contract/**"], packages: ["zod", "zod/*"] },

  { files: "server/testing/**", may: ["server/**", "contract/**", "tools/**"], packages: ["**"] },
  { files: "server/**/*.test.ts", may: ["server/**", "contract/**"], packages: ["**"] },
  // The commands and `app.ts` compose the features.
  { files: "server/{*,cli/*,process/*}", may: ["server/**", "!server/testing/**", "contract/**"] },
  { files: "server/http/**", may: ["contract/**", "server/{http,database}/**", "server/config/config.ts"] },
  // Migrations import no application code, so that later changes never alter what a migration does.
  {
    files: "server/database/migrations/**",
    may: ["server/database/migrations/**", "type server/database/dialect.ts"],
    packages: ["kysely"],
  },
  { files: "server/database/**", may: ["contract/**", "server/database/**"], packages: ["**"] },
  { files: "server/mail/**/*.sql.ts", may: ["contract/**", "server/{database,mail}/**"], packages: ["**"] },
  { files: "server/mail/**", may: ["contract/**", "server/{database,mail}/**", "type server/config/config.ts"] },
  { files: "server/sandbox/**", may: ["contract/**", "server/**", "!server/testing/**"], packages: ["**"] },
  {
    files: "server/ops/**/*.sql.ts",
    may: ["contract/**", "server/{database,ops}/**", "server/<features>/**/*.sql.ts"],
    packages: ["**"],
  },
  {
    files: "server/ops/**",
    may: [
      "contract/**",
      "server/{http,database,ops}/**",
      "server/<features>/**/*.sql.ts",
      // Backups contain the images.
      "server/images/{imageFiles,store}.ts",
      "type server/config/config.ts",
    ],
  },
  {
    files: "server/<feature>/**/*.sql.ts",
    may: [
      "contract/**",
      "server/{database,<feature>}/**",
      "server/<features>/**/*.sql.ts",
      "type server/config/config.ts",
    ],
    packages: ["**"],
  },
  {
    files: "server/<feature>/**",
    may: [
      "contract/**",
      "server/{http,database,<feature>}/**",
      "server/<features>/**/*.sql.ts",
      // Accounts are managed with what signs users in, which `app.ts` passes on.
      "type server/session/**",
      "type server/config/config.ts",
    ],
  },

  { files: "web/{testing/**,**/*.test.{ts,tsx}}", may: ["web/**", "contract/**", "server/**"], packages: ["**"] },
  { files: "web/{app,build}/**", may: ["web/**", "contract/**"] },
  {
    files: "web/ui/**",
    may: [
      "web/ui/**",
      "web/texts/uiTexts.ts",
      "contract/{formatCount,pagination,resultText,time}.ts",
      "type contract/surveys.ts",
    ],
    packages: ["react", "react-dom", "react/*", "react-dom/*"],
  },
  { files: "web/{texts,routing,api}/**", may: ["web/{texts,routing,api,ui}/**", "contract/**"] },
  {
    files: "web/layout/**",
    may: ["web/{layout,ui,texts,routing,api,session,users}/**", "!web/api/{api,token}.ts", "contract/**"],
  },
  {
    files: "web/pages/**",
    may: ["web/{<features>,layout,ui,texts,routing,api}/**", "!web/api/{api,token}.ts", "contract/**"],
  },
  ...WEB_FEATURES.map((feature, index) => ({
    files: `web/${feature}/**`,
    may: [`web/{${WEB_FEATURES.slice(0, index + 1)},ui,texts,routing,api}/**`, "contract/**"],
  })),
  { files: "web/*", may: [] },

  { files: "e2e/*.sql.ts", may: ["e2e/**", "tools/**", "contract/**"], packages: ["**"] },
  { files: "e2e/**", may: ["e2e/**", "tools/**", "contract/**"] },
  { files: "{bench,soak}/**", may: ["bench/**", "soak/**", "tools/**", "contract/**", "server/**"], packages: ["**"] },
  { files: "tools/**", may: ["tools/**", "contract/**"], packages: ["**"] },
  { files: "*", may: ["tools/**"] },
];

/** The folders of `web/` that are not features. */
const WEB_FOLDERS = ["app", "api", "build", "layout", "pages", "public", "routing", "testing", "texts", "ui"];
const BANNED_NAMES = /^(?:utils?|helpers?|common|managers?|services?)$/i;

/** Every violation of the rules above. `files` maps paths, relative to the project's root, to their source. */
export function violations(files: Map<string, string>): Violation[] {
  const features = featuresOf(files.keys());
  return [...files].flatMap(([file, source]) => [
    ...nameViolations(file, features),
    ...importViolations(file, source, features),
  ]);
}

/** The features: every folder of `server/` that no rule names. */
function featuresOf(paths: Iterable<string>): string[] {
  const named = ["http", "database", "ops", "cli", "testing", "process", "config", "tests", "sandbox"];
  const folders = [...paths]
    .map((path) => /^server\/([^/]+)\//.exec(path)?.[1])
    .filter((folder) => folder !== undefined);
  return [...new Set(folders)].filter((folder) => !named.includes(folder));
}

function importViolations(file: string, source: string, features: string[]): Violation[] {
  const rule = ruleFor(file, features);
  if (!rule) return [{ file, line: 1, message: "matches no rule in tools/check/checkImports.ts" }];
  return importsOf(file, source)
    .filter((found) => !isAllowed(found, file, rule))
    .map(({ specifier, line }) => ({ file, line, message: `may not import ${specifier} (${rule.description})` }));
}

interface AppliedRule {
  may: string[];
  packages: string[] | undefined;
  description: string;
}

function ruleFor(file: string, features: string[]): AppliedRule | undefined {
  for (const rule of importRules) {
    for (const feature of rule.files.includes("<feature>") ? features : [""]) {
      const expand = (pattern: string) =>
        pattern.replace("<features>", `{${features.join(",")}}`).replace("<feature>", feature);
      if (!matchesGlob(file, expand(rule.files))) continue;
      const allowed = [...rule.may, ...(rule.packages ?? ["packages without SQL"])].join(", ");
      return { may: rule.may.map(expand), packages: rule.packages, description: `${rule.files}: ${allowed}` };
    }
  }
  return undefined;
}

function isAllowed({ specifier, isType }: Import, file: string, rule: AppliedRule): boolean {
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

function nameViolations(file: string, features: string[]): Violation[] {
  const found: Violation[] = [];
  const parts = file.split("/");
  const base = parts.at(-1)?.split(".")[0] ?? "";
  // The last word of a name counts, so `userService` and `date-utils` are found too.
  const words = [...parts.slice(0, -1), base.split(/[-_]|(?=[A-Z])/).at(-1) ?? ""];
  const banned = words.find((word) => BANNED_NAMES.test(word));
  if (banned) found.push({ file, line: 1, message: `is named ${banned}: name it after what it holds` });
  if (base === "index") found.push({ file, line: 1, message: "is named index: no barrels, import the file itself" });
  const webFolder = /^web\/([^/]+)\//.exec(file)?.[1];
  if (webFolder && ![...WEB_FOLDERS, ...features].includes(webFolder)) {
    found.push({ file, line: 1, message: `is in web/${webFolder}, but the server has no such feature` });
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
    at: request.start,
    isType: /^\w+\s+type\b(?!\s*(?:,|from))/.test(source.slice(start, request.start)),
  }));
  // `await import("…")` as well as the type `import("…").Name`.
  const code = comments.reduce(
    (text, { start, end }) => text.slice(0, start) + " ".repeat(end - start) + text.slice(end),
    source,
  );
  const calls = [...code.matchAll(/\bimport\s*\(\s*["'`]([^"'`]+)["'`]/g)].map(({ index, 1: specifier = "" }) => ({
    specifier,
    at: index,
    isType: false,
  }));
  return [...statements, ...calls].map(({ specifier, at, isType }) => ({
    specifier,
    isType,
    line: source.slice(0, at).split("\n").length,
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
