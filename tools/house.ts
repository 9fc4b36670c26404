import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Import, importsOf, withoutComments, withoutStrings } from "./imports.ts";

/** Something in the house that is not in order. */
export interface Violation {
  file: string;
  line: number;
  message: string;
  isWarning: boolean;
}

interface Room {
  files: string;
  /** Files of the house; `type …`: their types only; `!…`: not these. */
  may: string[];
  /** Packages, Node's own among them; without this: all but those with SQL in them. */
  packages?: string[];
}

const SQL = ["kysely", "kysely/*", "pg", "node:sqlite"];
const TESTING = ["vitest", "node:*"];

/**
 * Who may import whom. The first room that a file fits counts.
 * `<feature>` is a folder of `server/` that is not named here, the same one in the whole line; `<features>` any of them.
 */
const rooms: Room[] = [
  { files: "contract/**/*.test.ts", may: ["contract/**"], packages: ["zod", "zod/*", ...TESTING] },
  { files: "contract/**", may: ["contract/**"], packages: ["zod", "zod/*"] },

  { files: "server/testing/**", may: ["server/**", "contract/**", "tools/**"], packages: ["**"] },
  { files: "server/**/*.test.ts", may: ["server/**", "contract/**"], packages: ["**"] },
  // The commands and `app.ts` compose the features.
  { files: "server/{*,cli/*}", may: ["server/**", "!server/testing/**", "contract/**"] },
  { files: "server/http/**", may: ["contract/**", "server/{http,database}/**", "server/config.ts"] },
  // What an old migration does must not change with living code.
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

/** What may stand in which files only. */
const reserved: { what: RegExp; within: string; only: string; name: string }[] = [
  { what: /\bprocess\.env\b/, within: "server/**", only: "server/config.ts", name: "process.env" },
  {
    what: /(?<![.\w])(?:(?:window|globalThis|self)\.)?fetch\s*\(|\bXMLHttpRequest\b/,
    within: "web/**",
    only: "web/{api/api.ts,api/upload.ts,testing/**,**/*.test.ts,**/*.test.tsx}",
    name: "fetch and XMLHttpRequest",
  },
  { what: /\bEventSource\b/, within: "web/**", only: "web/api/live.ts", name: "EventSource" },
  {
    what: /\bexport\s+default\b|\bexport\s*\{[^}]*\bas\s+default\b/,
    within: "**",
    only: "**/*.config.ts",
    name: "default exports",
  },
];

/** The folders of `web/` that are no features. */
const WEB_FOLDERS = ["app", "api", "build", "layout", "pages", "public", "routing", "testing", "texts", "ui"];
const BANNED_NAMES = /^(?:utils?|helpers?|common|managers?|services?)$/i;
const MAX_LINES = 400;
const WARN_LINES = 300;

/** Everything that breaks the rules above, in files given as path → source. */
export function violations(files: Map<string, string>): Violation[] {
  const features = featuresOf(files.keys());
  return [...files].flatMap(([file, source]) => [
    ...nameViolations(file, features),
    ...lengthViolations(file, source),
    ...reservedViolations(file, source),
    ...importViolations(file, source, features),
  ]);
}

/** The features are the folders of the server that no rule names. */
function featuresOf(paths: Iterable<string>): string[] {
  const named = ["http", "database", "dev", "ops", "cli", "testing", "node_modules"];
  const folders = [...paths]
    .map((path) => /^server\/([^/]+)\//.exec(path)?.[1])
    .filter((folder) => folder !== undefined);
  return [...new Set(folders)].filter((folder) => !named.includes(folder));
}

function importViolations(file: string, source: string, features: string[]): Violation[] {
  const room = roomOf(file, features);
  if (!room) return [violation(file, 1, "is in no room that tools/house.ts knows")];
  return importsOf(source)
    .filter((found) => !isAllowed(found, file, room))
    .map(({ specifier, line }) => violation(file, line, `may not import ${specifier} (${room.rule})`));
}

interface FittedRoom {
  may: string[];
  packages: string[] | undefined;
  rule: string;
}

function roomOf(file: string, features: string[]): FittedRoom | undefined {
  for (const room of rooms) {
    for (const feature of room.files.includes("<feature>") ? features : [""]) {
      const named = (pattern: string) =>
        pattern.replace("<features>", `{${features.join(",")}}`).replace("<feature>", feature);
      if (!matches(file, named(room.files))) continue;
      const listed = [...room.may, ...(room.packages ?? ["packages without SQL"])].join(", ");
      return { may: room.may.map(named), packages: room.packages, rule: `${room.files}: ${listed}` };
    }
  }
  return undefined;
}

function isAllowed({ specifier, isType }: Import, file: string, room: FittedRoom): boolean {
  const target = houseFile(specifier, file);
  if (target === undefined) {
    if (room.packages) return room.packages.some((pattern) => matches(specifier, pattern));
    return !SQL.some((pattern) => matches(specifier, pattern));
  }
  if (room.may.some((rule) => rule.startsWith("!") && matches(target, rule.slice(1)))) return false;
  return room.may.some((rule) => matches(target, rule) || (isType && matches(`type ${target}`, rule)));
}

/** The file of this house that is meant, or undefined for a package. */
function houseFile(specifier: string, file: string): string | undefined {
  if (specifier.startsWith(".")) return join(dirname(file), specifier);
  if (specifier.startsWith("@survey-app/")) return specifier.slice("@survey-app/".length);
  return undefined;
}

function nameViolations(file: string, features: string[]): Violation[] {
  const found: Violation[] = [];
  const parts = file.split("/");
  const base = parts.at(-1)?.split(".")[0] ?? "";
  // `userService` and `date-utils` too: the last word says what a file is.
  const words = [...parts.slice(0, -1), base.split(/[-_]|(?=[A-Z])/).at(-1) ?? ""];
  const banned = words.find((word) => BANNED_NAMES.test(word));
  if (banned) found.push(violation(file, 1, `is named ${banned}: name it after what it holds`));
  if (base === "index") found.push(violation(file, 1, "is named index: no barrels, import the file itself"));
  const webFolder = /^web\/([^/]+)\//.exec(file)?.[1];
  if (webFolder && ![...WEB_FOLDERS, ...features].includes(webFolder)) {
    found.push(violation(file, 1, `stands in web/${webFolder}, but the server has no such feature`));
  }
  return found;
}

function lengthViolations(file: string, source: string): Violation[] {
  const lines = source.trimEnd().split("\n").length;
  if (lines <= WARN_LINES) return [];
  const isWarning = lines <= MAX_LINES;
  return [{ ...violation(file, lines, `has ${lines} lines (about ${WARN_LINES}): it holds two things`), isWarning }];
}

function reservedViolations(file: string, source: string): Violation[] {
  const code = withoutStrings(withoutComments(source)).split("\n");
  return reserved
    .filter(({ within, only }) => matches(file, within) && !matches(file, only))
    .flatMap(({ what, only, name }) =>
      code.flatMap((text, at) =>
        what.test(text) ? [violation(file, at + 1, `may not have ${name} (only ${only})`)] : [],
      ),
    );
}

function violation(file: string, line: number, message: string): Violation {
  return { file, line, message, isWarning: false };
}

/** `*` within a folder, `**` through all of them, `{a,b}` one of these. */
function matches(text: string, pattern: string): boolean {
  const source = pattern
    .replaceAll(/[.+?^$()|[\]\\]/g, "\\$&")
    .replaceAll(/\*\*\/|\*\*|\*|[{},]/g, (token) => meanings[token] ?? token);
  return new RegExp(`^${source}$`).test(text);
}

const meanings: Record<string, string> = {
  "**/": "(?:.*/)?",
  "**": ".*",
  "*": "[^/]*",
  "{": "(?:",
  "}": ")",
  ",": "|",
};

/** The TypeScript files of a folder; not through git, which a downloaded archive does not have. */
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
