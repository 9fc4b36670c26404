import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs/security-tests.md"), "utf8");
const rows = page.split("\n").flatMap((line) => {
  const [, id = "", promise = "", file = "", title = "", end] = line.split("|").map((cell) => cell.trim());
  return end === "" && /^`.+`$/.test(file) ? [{ id, promise, file: file.slice(1, -1), title }] : [];
});

test("every test that docs/security-tests.md names is there, under that title", () => {
  expect(rows.length).toBeGreaterThan(100);
  const missing = rows.filter(({ file, title }) => {
    const path = join(root, file);
    const source = existsSync(path) ? readFileSync(path, "utf8") : "";
    return !source.includes(`"${title}",`) && !source.includes(`\`${title}\`,`);
  });
  expect(missing).toEqual([]);
});

test("every promise has a row: sixteen holes and fifty-four requirements", () => {
  const ids = page.split("\n").map((line) => line.split("|")[1]?.trim() ?? "");
  const holes = Array.from({ length: 16 }, (_, at) => String(at + 1));
  const requirements = Array.from({ length: 54 }, (_, at) => `R${String(at + 1).padStart(2, "0")}`);
  expect([...holes, ...requirements].filter((id) => !ids.includes(id))).toEqual([]);
});
