import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Import, importsOf, withoutComments, withoutStrings } from "./imports.ts";

/** One place in the source that breaks an import, naming or size rule. */
export interface Violation {
  file: string;
  line: number;
  message: string;
  isWarning: boolean;
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

/**
 * Which files may import what. The first rule whose `files` pattern matches a file applies to it.
 * `<feature>` stands for one folder of `server/` that no rule names, the same one in the whole rule; `<features>` for any of them.
 */
const importRules: ImportRule[] = [
  { files: "contract/**/*.test.ts", may: ["contract/**"], packages: ["zod", "zod/*", ...TESTING] },
  { files: "contract/**", may: ["contract/**"], packages: ["zod", "zod/*"] },

  { files: "server/testing/**", may: ["server/**", "contract/**", "tools/**"], packages: ["**"] },
  { files: "server/**/*.test.ts", may: ["server/**", "contract/**"], packages: ["**"] },
  // The commands and `app.ts` compose the features.
  { files: "server/{*,cli/*}", may: ["server/**", "!server/testing/**", "contract/**"] },
  { files: "server/http/**", may: ["contract/**", "server/{http,database}/**", "server/config.ts"] },
  // Migrations import no application code, so that later changes never alter what a migration does.
  {
    files: "server/database/migrations/**",
    may: ["server/database/migrations/**", "type server/database/dialect.ts"],
    packages: ["kysely"],
  },
  {
    files: "server/database/**",
    may: ["contract/**", "server/{http,database}/**", "server/config.ts"],
    packages: ["**"],
  },
  { files: "server/dev/**", may: ["contract/**", "server/**", "!server/testing/**"], packages: ["**"] },
  {
    files: "server/ops/**/*.sql.ts",
    may: ["contract/**", "server/{http,database,ops}/**", "server/<features>/**/*.sql.ts"],
    packages: ["**"],
  },
  {
    files: "server/ops/**",
    may: ["contract/**", "server/{http,database,ops}/**", "server/<features>/**/*.sql.ts", "type server/config.ts"],
  },
  {
    files: "server/<feature>/**/*.sql.ts",
    may: [
      "contract/**",
      "server/{http,database,<feature>}/**",
      "server/<features>/**/*.sql.ts",
      "type server/config.ts",
    ],
    packages: ["**"],
  },
  {
    files: "server/<feature>/**",
    may: [
      "contract/**",
      "server/{http,database,<feature>}/**",
      "server/<features>/**/*.sql.ts",
      "type server/config.ts",
    ],
  },

  { files: "web/{testing/**,**/*.test.{ts,tsx}}", may: ["web/**", "contract/**", "server/**"], packages: ["**"] },
  { files: "web/{app,build}/**", may: ["web/**", "contract/**"] },
  { files: "web/ui/**", may: ["web/ui/**"], packages: ["react", "react-dom", "react/*", "react-dom/*"] },
  { files: "web/{texts,routing,api}/**", may: ["web/{texts,routing,api,ui}/**", "contract/**"] },
  {
    files: "web/layout/**",
    may: ["web/{layout,ui,texts,routing,api,session,users}/**", "!web/api/{api,token}.ts", "contract/**"],
  },
  {
    files: "web/pages/**",
    may: ["web/{<features>,layout,ui,texts,routing,api}/**", "!web/api/{api,token}.ts", "contract/**"],
  },
  { files: "web/<feature>/**", may: ["web/{<feature>,images,session,ui,texts,routing,api}/**", "contract/**"] },
  { files: "web/*", may: [] },

  { files: "e2e/*.sql.ts", may: ["e2e/**", "tools/**", "contract/**"], packages: ["**"] },
  { files: "e2e/**", may: ["e2e/**", "tools/**", "contract/**"] },
  { files: "{bench,soak}/**", may: ["bench/**", "soak/**", "tools/**", "contract/**", "server/**"], packages: ["**"] },
  { files: "tools/**", may: ["tools/**", "contract/**"], packages: ["**"] },
  { files: "*", may: ["tools/**"] },
];

/** Constructs that only the named files may use. */
const restricted: { pattern: RegExp; within: string; only: string; name: string }[] = [
  { pattern: /\bprocess\.env\b/, within: "server/**", only: "server/config.ts", name: "process.env" },
  {
    pattern: /(?<![.\w])(?:(?:window|globalThis|self)\.)?fetch\s*\(|\bXMLHttpRequest\b/,
    within: "web/**",
    only: "web/{api/api.ts,api/upload.ts,testing/**,**/*.test.ts,**/*.test.tsx}",
    name: "fetch and XMLHttpRequest",
  },
  { pattern: /\bEventSource\b/, within: "web/**", only: "web/api/live.ts", name: "EventSource" },
  {
    pattern: /\bexport\s+default\b|\bexport\s*\{[^}]*\bas\s+default\b/,
    within: "**",
    only: "**/*.config.ts",
    name: "default exports",
  },
];

/** The folders of `web/` that are not features. */
const WEB_FOLDERS = ["app", "api", "build", "layout", "pages", "public", "routing", "testing", "texts", "ui"];
const BANNED_NAMES = /^(?:utils?|helpers?|common|managers?|services?)$/i;
const MAX_LINES = 400;
const WARN_LINES = 300;

/** Every violation of the rules above. `files` maps paths, relative to the project's root, to their source. */
export function violations(files: Map<string, string>): Violation[] {
  const features = featuresOf(files.keys());
  return [...files].flatMap(([file, source]) => [
    ...nameViolations(file, features),
    ...lengthViolations(file, source),
    ...restrictedViolations(file, source),
    ...importViolations(file, source, features),
  ]);
}

/** The features: every folder of `server/` that no rule names. */
function featuresOf(paths: Iterable<string>): string[] {
  const named = ["http", "database", "dev", "ops", "cli", "testing", "node_modules"];
  const folders = [...paths]
    .map((path) => /^server\/([^/]+)\//.exec(path)?.[1])
    .filter((folder) => folder !== undefined);
  return [...new Set(folders)].filter((folder) => !named.includes(folder));
}

function importViolations(file: string, source: string, features: string[]): Violation[] {
  const rule = ruleFor(file, features);
  if (!rule) return [violation(file, 1, "matches no rule in tools/checkImports.ts")];
  return importsOf(source)
    .filter((found) => !isAllowed(found, file, rule))
    .map(({ specifier, line }) => violation(file, line, `may not import ${specifier} (${rule.description})`));
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
      if (!matches(file, expand(rule.files))) continue;
      const allowed = [...rule.may, ...(rule.packages ?? ["packages without SQL"])].join(", ");
      return { may: rule.may.map(expand), packages: rule.packages, description: `${rule.files}: ${allowed}` };
    }
  }
  return undefined;
}

function isAllowed({ specifier, isType }: Import, file: string, rule: AppliedRule): boolean {
  const target = projectFile(specifier, file);
  if (target === undefined) {
    if (rule.packages) return rule.packages.some((pattern) => matches(specifier, pattern));
    return !SQL.some((pattern) => matches(specifier, pattern));
  }
  if (rule.may.some((pattern) => pattern.startsWith("!") && matches(target, pattern.slice(1)))) return false;
  return rule.may.some((pattern) => matches(target, pattern) || (isType && matches(`type ${target}`, pattern)));
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
  if (banned) found.push(violation(file, 1, `is named ${banned}: name it after what it holds`));
  if (base === "index") found.push(violation(file, 1, "is named index: no barrels, import the file itself"));
  const webFolder = /^web\/([^/]+)\//.exec(file)?.[1];
  if (webFolder && ![...WEB_FOLDERS, ...features].includes(webFolder)) {
    found.push(violation(file, 1, `is in web/${webFolder}, but the server has no such feature`));
  }
  return found;
}

function lengthViolations(file: string, source: string): Violation[] {
  const lines = source.trimEnd().split("\n").length;
  if (lines <= WARN_LINES) return [];
  const isWarning = lines <= MAX_LINES;
  return [{ ...violation(file, lines, `has ${lines} lines (limit about ${WARN_LINES}): split it`), isWarning }];
}

function restrictedViolations(file: string, source: string): Violation[] {
  const code = withoutStrings(withoutComments(source)).split("\n");
  return restricted
    .filter(({ within, only }) => matches(file, within) && !matches(file, only))
    .flatMap(({ pattern, only, name }) =>
      code.flatMap((text, at) =>
        pattern.test(text) ? [violation(file, at + 1, `may not use ${name} (only ${only})`)] : [],
      ),
    );
}

function violation(file: string, line: number, message: string): Violation {
  return { file, line, message, isWarning: false };
}

/** Glob match: `*` within a folder, `**` across folders, `{a,b}` alternatives. */
function matches(text: string, pattern: string): boolean {
  const source = pattern
    .replaceAll(/[.+?^$()|[\]\\]/g, "\\$&")
    .replaceAll(/\*\*\/|\*\*|\*|[{},]/g, (token) => globTokens[token] ?? token);
  return new RegExp(`^${source}$`).test(text);
}

const globTokens: Record<string, string> = {
  "**/": "(?:.*/)?",
  "**": ".*",
  "*": "[^/]*",
  "{": "(?:",
  "}": ")",
  ",": "|",
};

/** The TypeScript files under a folder. Reads the disk instead of git, because a downloaded archive has no repository. */
function sourcesUnder(root: string, folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith(".") || ["node_modules", "dist", "data"].includes(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesUnder(root, path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const root = join(import.meta.dirname, "..");
  const files = new Map(sourcesUnder(root).map((path) => [path, readFileSync(join(root, path), "utf8")]));
  const found = violations(files);
  for (const { file, line, message, isWarning } of found) {
    console.error(`${file}:${line}  ${isWarning ? "warning: " : ""}${message}`);
  }
  const errors = found.filter(({ isWarning }) => !isWarning).length;
  console.log(`${files.size} files, ${errors} ${errors === 1 ? "violation" : "violations"}`);
  process.exit(errors ? 1 : 0);
}
