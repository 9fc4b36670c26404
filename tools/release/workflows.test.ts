import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openapi } from "@survey-app/contract/openapi.ts";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

interface Job {
  needs?: string;
  "runs-on": string;
  "timeout-minutes": number;
  permissions?: Record<string, string>;
  strategy?: { matrix: { include: { platform: string; runner: string }[] } };
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[];
}

const root = join(import.meta.dirname, "../..");
const text = readFileSync(join(root, ".github/workflows/release.yml"), "utf8");
const parsed = parse(text) as {
  on: unknown;
  permissions: unknown;
  jobs: Record<"test" | "image" | "release", Job>;
};
const { on, permissions, jobs } = parsed;
const { scripts, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
  version: string;
};
const commandsOf = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? []).join("\n");
const usedBy = ({ steps }: Job) => steps.flatMap(({ uses }) => uses?.split("@")[0] ?? []);

test("a tag is tested in full, then its images, and only then it is released", () => {
  expect(on).toEqual({ push: { tags: ["v*"] } });
  expect(jobs.test.needs).toBeUndefined();
  expect([jobs.image.needs, jobs.release.needs]).toEqual(["test", "image"]);
  expect(commandsOf(jobs.test)).toMatch(/^node tools\/release\/notes\.ts "\$GITHUB_REF_NAME"\n.*npm test -- nightly$/s);
  expect(commandsOf(jobs.test)).toContain("\nnpm ci\nnode tools/texts/check.ts --release\n");
  const image = commandsOf(jobs.image);
  expect(image.indexOf("tools/release/image")).toBeGreaterThan(0);
  expect(image.indexOf("push=true")).toBeGreaterThan(image.indexOf("tools/release/image"));
});

test("images are built on both architectures, with provenance and SBOM", () => {
  expect(jobs.image.strategy?.matrix.include).toEqual([
    { platform: "amd64", runner: "ubuntu-24.04" },
    { platform: "arm64", runner: "ubuntu-24.04-arm" },
  ]);
  expect(commandsOf(jobs.image)).toContain("--provenance=mode=max --sbom=true");
});

test("the release is signed, attested, and has the list of packages, the document of the API, and notes from the changelog", () => {
  expect(usedBy(jobs.release)).toEqual(
    expect.arrayContaining(["sigstore/cosign-installer", "actions/attest-build-provenance", "actions/attest-sbom"]),
  );
  const commands = commandsOf(jobs.release);
  for (const part of [
    "cosign sign --yes",
    "npm run sbom -- sbom.json",
    "npm run openapi -- openapi.json",
    "--notes-file notes.md sbom.json openapi.json",
  ])
    expect(commands).toContain(part);
});

test("each job has only the permissions that it uses, and no secret is stored", () => {
  expect(permissions).toEqual({ contents: "read" });
  expect(jobs.test.permissions).toBeUndefined();
  expect(jobs.image.permissions).toEqual({ contents: "read", packages: "write" });
  expect(jobs.release.permissions).toEqual({
    contents: "write",
    packages: "write",
    "id-token": "write",
    attestations: "write",
  });
  expect(text).not.toMatch(/secrets\./);
});

describe.each(["ci", "nightly", "release"])("the workflow %s", (name) => {
  const workflow = parse(readFileSync(join(root, `.github/workflows/${name}.yml`), "utf8")) as typeof parsed;
  const all = Object.values<Job>(workflow.jobs);

  test("may only read by default, ends in time, and pins every action and image by hash", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    for (const job of all) {
      expect(job["timeout-minutes"]).toBeGreaterThan(0);
      for (const { uses, with: options } of job.steps) {
        if (!uses) continue;
        expect(uses).toMatch(/^(actions|sigstore)\/[\w-]+@[0-9a-f]{40}$/);
        if (uses.startsWith("actions/checkout@")) expect(options).toMatchObject({ "persist-credentials": false });
      }
      for (const [image] of commandsOf(job).matchAll(/\b[\w-]+\/[\w-]+:v[\d.]+\S*/g))
        expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
    }
  });

  test("has commands that exist, and steps that the shell understands", () => {
    for (const job of all) {
      for (const [, script = ""] of commandsOf(job).matchAll(/npm run ([\w-]+)/g))
        expect(scripts).toHaveProperty(script);
      for (const { run } of job.steps) {
        // As the forge does: it replaces expressions before the shell sees the step.
        const step = run?.replaceAll(/\$\{\{[^}]*\}\}/g, "value") ?? "";
        expect(spawnSync("bash", ["-n", "-c", step], { encoding: "utf8" }).stderr).toBe("");
      }
    }
  });
});

test("the document of the API has the project's version", () => {
  expect(openapi("/api").info).toMatchObject({ version });
});
