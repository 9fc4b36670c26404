import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openLogFile } from "./logFile.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "survey-app-test-"));
  folders.push(folder);
  return folder;
}

const DAY = 24 * 3600_000;

test("each day (UTC) has its file, and those older than the retention go; nobody else's do", () => {
  const folder = newFolder();
  const others = ["survey-app.2020-01-01.txt", "other.2020-01-01.log", "survey-app.log", "survey-app.20200101.log"];
  for (const name of [...others, "survey-app.2020-01-01.log"]) writeFileSync(join(folder, name), "");
  let now = Date.parse("2026-11-21T23:59:59Z");
  const log = openLogFile({ path: join(folder, "survey-app.log"), days: 3 }, () => now);
  const files = () =>
    readdirSync(folder)
      .filter((name) => !others.includes(name))
      .sort();
  const read = (day: string) => readFileSync(join(folder, `survey-app.${day}.log`), "utf8");
  expect(files()).toEqual(["survey-app.2026-11-21.log"]);
  log.write("one\n");
  now += 1000;
  log.write("two\n");
  expect([read("2026-11-21"), read("2026-11-22")]).toEqual(["one\n", "two\n"]);
  for (let day = 0; day < 4; day++) {
    now += DAY;
    log.write("more\n");
  }
  expect(files()).toEqual(["24", "25", "26"].map((day) => `survey-app.2026-11-${day}.log`));
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(others));
  log.close();
  log.write("after the end\n");
  expect(read("2026-11-26")).toBe("more\n");
});

test("a restart goes on with the day's file, and a folder that can't be made stops it", () => {
  const folder = newFolder();
  const path = join(folder, "logs", "app.log");
  const at = () => Date.parse("2026-11-21T12:00:00Z");
  for (const line of ["before\n", "after\n"]) {
    const log = openLogFile({ path, days: 30 }, at);
    log.write(line);
    log.close();
  }
  expect(readFileSync(join(folder, "logs", "app.2026-11-21.log"), "utf8")).toBe("before\nafter\n");
  writeFileSync(join(folder, "a-file"), "");
  expect(() => openLogFile({ path: join(folder, "a-file", "app.log"), days: 30 }, at)).toThrow();
});
