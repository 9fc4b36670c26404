import { execFileSync } from "node:child_process";

/** Folders that have a folder for each feature; any other folder counts as one feature. */
const BY_FEATURE = ["server", "web", "soak", "tools"];

/**
 * Vitest's arguments for the changes since a commit: of the tests that import a changed file, directly or through other
 * files, those in the folders of the changed features. All others are left to `npm test`, because nearly every test of
 * the server and of pages imports the whole app.
 * @param since a commit, as git names it
 * @throws {Error} if nothing has changed
 */
export function reachedTests(root: string, since: string): string[] {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
  const files = [...git("diff", "--name-only", since, "--"), ...git("ls-files", "--others", "--exclude-standard")];
  if (files.length === 0) throw new Error(`Nothing has changed since ${since}`);
  return ["--changed", since, ...new Set(files.flatMap(foldersOf))];
}

/** The folders of the tests for a file. The contract, the server and the web app name their features alike. */
function foldersOf(file: string): string[] {
  const [top = "", second = "", third] = file.split("/");
  if (top === "contract")
    return ["server", "web"].map((side) => `${side}/${second.replace(/\..*$/, "")}/`).concat("contract/");
  return [third && BY_FEATURE.includes(top) ? `${top}/${second}/` : `${top}/`];
}
