import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The names of all settings that the server reads from the environment. */
export function settingNames(root: string): string[] {
  const source = readFileSync(join(root, "server/config/configVariables.ts"), "utf8");
  const schema = /const variables = z\.object\(\{(.*?)^\}\);/ms.exec(source)?.[1];
  if (schema === undefined) throw new Error("server/config/configVariables.ts has no schema of the environment");
  return [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = ""]) => name);
}
