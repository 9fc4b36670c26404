import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { releaseNotes } from "./notes.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const changelog = `# Changelog

## [Unreleased]

- Not yet.

## [1.1.0] - 2026-12-01

### Added

- A thing.

## [1.0.0] - 2026-11-22

- The first release.
`;

test("notes are the section of the version, and name the page about upgrading", () => {
  expect(releaseNotes("v1.1.0", changelog, "1.1.0")).toBe(
    "### Added\n\n- A thing.\n\n**Before you upgrade**, read `docs/upgrading.md`.\n",
  );
});

test.each([
  ["v1.2.0", "1.1.0", changelog, "The tag is v1.2.0, but package.json has version 1.1.0."],
  ["1.1.0", "1.1.0", changelog, "The tag is 1.1.0, but"],
  ["v1.2.0", "1.2.0", changelog, 'no section "## [1.2.0] - date"'],
  ["v1.1.0", "1.1.0", changelog.replace(" - 2026-12-01", ""), "no date for 1.1.0"],
  ["v1.1.0", "1.1.0", changelog.replace("- A thing.", ""), "lists no change for 1.1.0"],
  ["v1.1.0", "1.1.0", `${changelog}## [1.1.0] - 2026-12-02\n\n- Twice.\n`, "2 sections for 1.1.0"],
])("a release %s of version %s is not made from a changelog that doesn't fit: %#", (tag, version, text, message) => {
  expect(() => releaseNotes(tag, text, version)).toThrow(message);
});

test("the newest release has notes", () => {
  const changelog = read("CHANGELOG.md");
  const [, version = ""] = /^## \[(\d+\.\d+\.\d+)\] - /m.exec(changelog) ?? [];
  expect(releaseNotes(`v${version}`, changelog, version)).toContain("The first release.");
});
