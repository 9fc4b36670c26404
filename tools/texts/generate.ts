import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SOURCE_LANGUAGE } from "@survey-app/texts/languages.ts";
import { type Catalog, type Entry, isGroup, messagesOf, readCatalogs, TEXTS } from "./catalogs.ts";
import { codeOf, helpersFor } from "./code.ts";

/** The folder of the modules that `generateTexts` writes, one for each catalog. */
export const GENERATED = join(TEXTS, "generated");

const helpers = { rich: "rich", formatCount: "formatCount", pluralCategory: "pluralCategory" };
const homes = { rich: "../rich.ts", formatCount: "../numbers.ts", pluralCategory: "../numbers.ts" };

/** Writes a TypeScript module for each English catalog, unless it is there already. */
export function generateTexts(): void {
  mkdirSync(GENERATED, { recursive: true });
  const modules = new Map(readCatalogs(SOURCE_LANGUAGE).map((catalog) => [`${catalog.name}.ts`, moduleOf(catalog)]));
  for (const name of readdirSync(GENERATED)) if (!modules.has(name)) rmSync(join(GENERATED, name));
  for (const [name, code] of modules) {
    const file = join(GENERATED, name);
    // Writing a file would restart the tools that watch it.
    if (!existsSync(file) || readFileSync(file, "utf8") !== code) writeFileSync(file, code);
  }
}

function moduleOf(catalog: Catalog): string {
  const texts = [...messagesOf(catalog).values()];
  const used = new Set(texts.flatMap(({ params }) => helpersFor(params)));
  const types = new Set(texts.flatMap(({ params }) => [...params.values()]));
  const body = [...catalog.entries].map(
    ([key, entry]) => `${docOf(entry)}export const ${key} = ${codeOfEntry(entry)};\n`,
  );
  const code = body.join("");
  // English may need fewer helpers than other languages do.
  const imports = [...used]
    .filter((name) => new RegExp(`\\b${name}[(\`]`).test(code))
    .map((name) => `import { ${name} } from "${homes[name]}";\n`);
  const react = types.has("element") || types.has("wrapper") ? `import type { ReactNode } from "react";\n` : "";
  return `// Generated from the catalog ${catalog.name} of texts/${SOURCE_LANGUAGE}: change it there.\n${react}${imports.join("")}\n${code}`;
}

const docOf = (entry: Entry) => ("note" in entry && entry.note ? `/** ${entry.note} */\n` : "");

function codeOfEntry(entry: Entry): string {
  if (Array.isArray(entry)) return `[${entry.map(codeOfEntry).join(", ")}] as const`;
  if (isGroup(entry)) {
    const members = [...entry.entries].map(([key, each]) => `${JSON.stringify(key)}: ${codeOfEntry(each)}`);
    return `{ ${members.join(", ")} } as const`;
  }
  const { message } = entry;
  return codeOf(message, helpers, { params: [...message.params.keys()], types: message.params });
}

// `import.meta.main` is newer than Node 22.18.
if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) generateTexts();
