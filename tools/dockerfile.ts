/** One instruction of a Dockerfile. */
export interface Instruction {
  name: string;
  /** `--from=build` → `{ from: "build" }` */
  flags: Record<string, string>;
  /** What follows, on one line. */
  rest: string;
}

/** Reads the instructions: lines that end in a backslash go on, `#` begins a comment. */
export function parseDockerfile(text: string): Instruction[] {
  const lines = text
    .split("\n")
    .filter((line) => !/^\s*#/.test(line))
    .join("\n")
    .replaceAll(/\s*\\\n\s*/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const [, name = "", after = ""] = /^\s*(\w+)\s+(.*?)\s*$/.exec(line) ?? [];
    const flags: Record<string, string> = {};
    const rest = after.replaceAll(/--([\w-]+)=(\S+)\s+/g, (whole, flag: string, value: string, at: number) => {
      // Flags stand at the front; what follows belongs to the command.
      if (after.slice(0, at).replaceAll(/--[\w-]+=\S+\s+/g, "") !== "") return whole;
      flags[flag] = value;
      return "";
    });
    return { name: name.toUpperCase(), flags, rest };
  });
}

/** The command of CMD or HEALTHCHECK, which has to be a list: no shell stands between it and signals. */
export function commandIn(rest: string): string[] {
  const [list] = /\[.*\]$/.exec(rest) ?? [];
  if (list === undefined) throw new Error(`not a list of words: ${rest}`);
  return JSON.parse(list) as string[];
}

/** `A=1 B="2 3"` */
export function pairsIn(rest: string): Record<string, string> {
  const pairs = rest.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S+))/g);
  return Object.fromEntries([...pairs].map(([, name = "", quoted, plain]) => [name, quoted ?? plain ?? ""]));
}

/** Tells which files `.dockerignore` keeps out: the last line that fits a path, or a folder above it, decides. */
export function ignoredBy(dockerignore: string): (path: string) => boolean {
  const lines = dockerignore.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const rules = lines.map((line) => {
    const pattern = line
      .replace(/^!/, "")
      .replaceAll(/[.+?^$()|[\]\\{}]/g, "\\$&")
      .replaceAll(/\*\*\/|\*/g, (star) => (star === "*" ? "[^/]*" : "(?:.*/)?"));
    return { fits: new RegExp(`^${pattern}(?:/.*)?$`), isIgnored: !line.startsWith("!") };
  });
  return (path) => rules.findLast(({ fits }) => fits.test(path))?.isIgnored ?? false;
}
