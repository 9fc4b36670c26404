import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../testing/browser.ts";
import { startInstance } from "../testing/instances.ts";
import { runCommand } from "../testing/runCommand.ts";
import { SECRET } from "../testing/testConfig.ts";
import { closeDataFolder } from "./privateFiles.ts";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "survey-app-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The rights of a file or folder, as `chmod` writes them. */
const rightsOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);

/** The server reads these files, whichever user's command has written them; they don't contain personal data. */
const NOTES = ["database.json", "last-backup"];

/** The files that other users could read in a folder if they could enter it. */
const readableIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0)
    .filter((name) => !NOTES.includes(name));

const settingsOf = (dataDir: string) => ({
  PUBLIC_URL: "https://survey.example",
  SESSION_SECRET: SECRET,
  DATA_DIR: dataDir,
});

test.each(["an open folder", "a folder that doesn't exist"])(
  "a server with %s for its data keeps it from other users, with all that it creates",
  async (kind) => {
    const dataDir = join(makeFolder(), "data");
    if (kind === "an open folder") {
      mkdirSync(dataDir);
      chmodSync(dataDir, 0o755);
    }
    const instance = await startInstance(await freePort(), settingsOf(dataDir));
    await instance.stop();
    expect(rightsOf(dataDir)).toBe(kind === "an open folder" ? "750" : "700");
    expect(readdirSync(dataDir)).toContain("survey-app.sqlite");
    expect(readableIn(dataDir)).toEqual([]);
  },
);

test("a command creates nothing that others can read", async () => {
  const dataDir = makeFolder();
  const instance = await startInstance(await freePort(), settingsOf(dataDir));
  await instance.stop();
  const target = join(makeFolder(), "restored");
  const file = join(dataDir, "saved.tar");
  expect(await runCommand("backup", { NODE_ENV: "production", ...settingsOf(dataDir) }, [file])).toMatchObject({
    code: 0,
  });
  expect(await runCommand("restore", { DATA_DIR: target }, [file])).toMatchObject({ code: 0 });
  expect(readdirSync(target)).toContain("survey-app.sqlite");
  expect([rightsOf(target), readableIn(target), rightsOf(file)]).toEqual(["700", [], "600"]);
});

test("a folder that everyone shares stays as it is, and the operator reads that", () => {
  const folder = makeFolder();
  chmodSync(folder, 0o1777);
  expect(closeDataFolder(folder)).toMatch(/^Other users of this machine can read DATA_DIR \(/);
  expect(rightsOf(folder)).toBe("1777");
});
