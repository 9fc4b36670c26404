import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { productionPackages, readLock } from "./production.ts";
import { billOfMaterials } from "./sbom.ts";

interface Bill {
  bomFormat: string;
  specVersion: string;
  serialNumber: string;
  components: {
    "bom-ref": string;
    version: string;
    purl: string;
    hashes?: { alg: string; content: string }[];
    licenses?: { license?: { id: string }; expression?: string }[];
  }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const root = join(import.meta.dirname, "../..");
const lock = readLock(root);
const bill = JSON.parse(billOfMaterials(root)) as Bill;
const listed = new Map(bill.components.map((component) => [component["bom-ref"], component]));

/**
 * Licenses that allow us to ship under our own. libvips (LGPL) is a separate library, loaded at run time; MPL-2.0 is
 * satori's, whose files are shipped unchanged; OFL-1.1 is the fonts', and PSF-2.0 Python's.
 */
const ALLOWED = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "LGPL-3.0-or-later",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "PSF-2.0",
  "Unlicense",
];

// Security: R53
test("the list has every package that npm locked for production", () => {
  const locked = Object.entries(lock).filter(
    ([path, { dev, devOptional, optional, link }]) => path !== "" && !dev && !devOptional && !optional && !link,
  );
  expect(locked.length).toBeGreaterThan(100);
  for (const [path, { version = "0.0.0" }] of locked) expect(listed.get(path)?.version, path).toBe(version);
});

test("the list doesn't contain packages that only builds and tests need", () => {
  expect([...listed.keys()].filter((path) => lock[path]?.dev)).toEqual([]);
  // npm counts these as production packages, because one of ours has them as optional peers.
  expect([...listed.keys()].filter((path) => /^node_modules\/(vite|vitest|rolldown|lightningcss)/.test(path))).toEqual(
    [],
  );
});

test("the list is CycloneDX: unique names, whole hashes, dependencies that are listed", () => {
  expect([bill.bomFormat, bill.specVersion]).toEqual(["CycloneDX", "1.6"]);
  expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(listed.size).toBe(bill.components.length);
  for (const { purl, hashes = [] } of bill.components) {
    expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+[\w.+-]*$/);
    for (const { alg, content } of hashes) expect(`${alg} ${content}`).toMatch(/^SHA-512 [0-9a-f]{128}$/);
  }
  const known = new Set([...listed.keys(), "survey-app"]);
  for (const { ref, dependsOn } of bill.dependencies) {
    expect([ref, ...dependsOn].filter((name) => !known.has(name))).toEqual([]);
    expect(new Set(dependsOn).size).toBe(dependsOn.length);
  }
});

test("every installed package declares a license that allows us to ship it", () => {
  for (const { "bom-ref": path, licenses = [] } of bill.components) {
    if (!existsSync(join(root, path)) && licenses.length === 0) continue;
    const [{ license, expression } = {}] = licenses;
    for (const id of (license?.id ?? expression ?? "none").split(" AND ")) expect(ALLOWED, path).toContain(id);
  }
});

test("packages are resolved like in Node, and optional peers are left out", () => {
  const small = {
    server: { dependencies: { a: "1", b: "1" } },
    "node_modules/a": {
      dependencies: { c: "1" },
      peerDependencies: { b: "1", test: "1" },
      peerDependenciesMeta: { test: { optional: true } },
    },
    "node_modules/b": { optionalDependencies: { c: "1", elsewhere: "1" } },
    "node_modules/c": {},
    "node_modules/a/node_modules/c": {},
    "node_modules/test": {},
  };
  expect([...productionPackages(small, ["server"])].sort()).toEqual([
    ["node_modules/a", ["node_modules/a/node_modules/c", "node_modules/b"]],
    ["node_modules/a/node_modules/c", []],
    ["node_modules/b", ["node_modules/c"]],
    ["node_modules/c", []],
    ["server", ["node_modules/a", "node_modules/b"]],
  ]);
  expect(() => productionPackages({ server: { dependencies: { gone: "1" } } }, ["server"])).toThrow("gone");
});
