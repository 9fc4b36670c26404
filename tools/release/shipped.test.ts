import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isOurs } from "./ship.ts";

const root = join(import.meta.dirname, "../..");

test("a release contains our code and the data that the server reads, but nothing that only tests and the demo use", () => {
  const files = globSync("{contract,server,texts}/**/*.*", { cwd: root, exclude: ["**/node_modules/**"] });
  const shipped = files.filter(isOurs);
  expect(shipped.length).toBeGreaterThan(500);
  expect(shipped.filter((path) => /\.test\.ts$|\/tests?(ing)?\/|\/sandbox\//.test(path))).toEqual([]);
  const data = shipped.filter((path) => !path.endsWith(".ts"));
  expect(data.sort()).toEqual([
    ...["contract/package.json", "server/neededNode.cjs", "server/package.json"],
    ...["server/sharing/fonts.conf", "server/start.cjs", "texts/package.json"],
  ]);
});
