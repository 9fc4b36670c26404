import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyBounded } from "../ops/backups/standardInput.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { inShell, runCommand } from "../testing/runCommand.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

const root = join(import.meta.dirname, "../..");
let t: TestApp;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "survey-app-test-"));
  t = await testApp();
  const { surveyor, admin, user } = await createUsersOfEveryRole(t.database, t.tokens);
  const id = await t.makeSurvey(surveyor, { publishedBy: admin });
  await t.request(castVote, { as: user, body: { SurveyID: id, vote: 1 } });
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a line of commands with the app's database; `$INTO_EMPTY` restores into an empty data folder. */
async function run(line: string): Promise<Awaited<ReturnType<typeof inShell>> & { empty: string }> {
  const empty = mkdtempSync(join(folder, "empty-"));
  const names = {
    NODE: process.execPath,
    BACKUP: "server/cli/backup.ts",
    INTO_EMPTY: `env -u DATABASE_URL DATA_DIR=${empty} ${process.execPath} server/cli/restore.ts`,
  };
  const database: Record<string, string> = t.databaseUrl ? { DATABASE_URL: t.databaseUrl } : {};
  const ran = await inShell(line, root, { HOME: folder, DEMO: "0", DATA_DIR: t.dataDir, ...database, ...names });
  return { ...ran, empty };
}

const lastBackup = () => join(t.dataDir, "last-backup");

test("standard output contains only the backup, and standard input restores it", async () => {
  rmSync(lastBackup(), { force: true });
  const piped = await run("$NODE $BACKUP --to - | $INTO_EMPTY --from -");
  expect(piped).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Valid: 1 vote on 1 survey and 0 image files, /),
  });
  expect(piped.out).toMatch(/\nStart the server with the SESSION_SECRET of the backed-up server: /);
  expect(piped.err).toMatch(/^Saving (SQLite|PostgreSQL at)\b[^\n]+: 1 survey and 1 vote\.\n/m);
  expect(piped.err).toMatch(/^Standard output: 1 vote, 1 survey, \d+ users, 0 image files, \d+ bytes\.\n/m);
  expect(readFileSync(lastBackup(), "utf8")).toMatch(/Z 1\n$/);
  // Only the files that a restore creates: the copy of standard input is gone.
  expect(readdirSync(piped.empty).filter((name) => !name.startsWith("survey-app.sqlite"))).toEqual(["images"]);

  const written = await run(`$NODE $BACKUP --to - > ${folder}/a.tar && tar -tf - < ${folder}/a.tar`);
  expect(written).toMatchObject({ code: 0, out: expect.stringMatching(/^backup\.json\n.+\nmanifest\.sha256\n$/s) });
});

test.each([
  ["a receiver that ends early", "$NODE $BACKUP --to - | head -c 1000 > /dev/null", "ended before it had all of it"],
  ["a receiver that reads nothing", "$NODE $BACKUP --to - | true", "ended before it had all of it"],
  ["a full disk", "$NODE $BACKUP --to - > /dev/full", "ENOSPC"],
])("%s ends the backup with a sentence, and admins see no new one", async (_, line, reason) => {
  rmSync(lastBackup(), { force: true });
  const { code, err } = await run(line);
  expect(code).not.toBe(0);
  expect(err).toMatch(new RegExp(`\\nThe backup is incomplete\\b.*${reason}.*\\.\\n$`));
  expect(existsSync(lastBackup())).toBe(false);
});

test("npm's own lines never get into a backup", async () => {
  const { code, out, err } = await run("npm run backup -- --to -");
  expect([code, out]).toEqual([1, expect.not.stringContaining("manifest")]);
  expect(err).toMatch(/^npm has written lines of its own .*: run node server\/cli\/backup\.ts --to - instead\.\n/);
  const silent = await run("npm run --silent backup -- --to - | $INTO_EMPTY --from -");
  expect(silent).toMatchObject({ code: 0, out: expect.stringMatching(/^Valid: 1 vote/) });
});

test("a damaged backup from standard input is rejected before anything is created", async () => {
  const { code, out, err, empty } = await run(
    "$NODE $BACKUP --to - | (head -c 3000; cat > /dev/null) | $INTO_EMPTY --from -",
  );
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(/^The backup ends early, (within|after) [^\n]+\.$/m);
  expect(err).not.toContain("Restoring");
  expect(readdirSync(empty)).toEqual([]);
});

test("the copy of standard input uses a bounded part of the disk, and doesn't have a name", async () => {
  const own = join(folder, "bounded");
  mkdirSync(own);
  const copy = (...parts: string[]) => copyBounded(Readable.from(parts.map((part) => Buffer.from(part))), own, 10);
  const file = await copy("12345", "67890");
  expect(readdirSync(own)).toEqual([]);
  expect((await file.stat()).size).toBe(10);
  await file.close();
  await expect(copy("12345", "67890", "1")).rejects.toThrow(
    `half of what is free in ${own}: free space there, or restore from a file on another disk.`,
  );
  expect(readdirSync(own)).toEqual([]);
});

test.each([
  ["backup", [], /^Name the file to write: npm run backup -- FILE\n\nnode server\/cli\/backup\.ts --to - /],
  ["backup", ["--to", "one.tar", "two.tar"], /^Name the file to write/],
  ["restore", [], /^Name the backup to restore: npm run restore -- FILE\n\n.*--from - /],
  ["restore", ["--form", "-"], /^Unknown option '--form'/],
] as const)("%s %j prints what to write instead", async (command, args, sentence) => {
  const { code, out, err } = await runCommand(command, { DATA_DIR: t.dataDir }, [...args]);
  expect([code, out, err]).toEqual([1, "", expect.stringMatching(sentence)]);
});
