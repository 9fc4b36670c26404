import { randomUUID } from "node:crypto";
import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Lock, type LockedPackage, productionPackages, readLock } from "./production.ts";

/** One package of a list in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). */
interface Component {
  type: "application" | "library";
  "bom-ref": string;
  group?: string;
  name: string;
  version: string;
  scope?: "required" | "optional";
  hashes?: { alg: string; content: string }[];
  licenses?: ({ license: { id: string } } | { expression: string })[];
  purl: string;
}

/** The pages bundle `web`'s packages, the server imports `server`'s, and the project installs Node. */
const WORKSPACES = ["", "contract", "server", "web"];

/** All packages that production runs, as JSON. Reads the lock file, because installed packages differ by machine. */
export function billOfMaterials(root: string): string {
  const lock = readLock(root);
  const needs = productionPackages(lock, WORKSPACES);
  const parts = [...needs.keys()].filter((path) => path !== "" && !lock[path]?.link).sort();
  const target = (path: string) => (lock[path]?.link ? (lock[path].resolved ?? path) : path);
  return `${JSON.stringify(
    {
      bomFormat: "CycloneDX",
      specVersion: "1.6",
      serialNumber: `urn:uuid:${randomUUID()}`,
      version: 1,
      metadata: {
        timestamp: new Date().toISOString(),
        tools: { components: [{ type: "application", name: "survey-app: tools/release/sbom.ts" }] },
        component: { ...component(lock, ""), type: "application" },
      },
      components: parts.map((path) => component(lock, path)),
      dependencies: ["", ...parts].map((path) => ({
        ref: reference(path),
        dependsOn: [
          ...new Set([...(path === "" ? WORKSPACES.slice(1) : []), ...(needs.get(path) ?? []).map(target)]),
        ].map(reference),
      })),
    },
    null,
    2,
  )}\n`;
}

/** Uses folders as ids: the same name and version can be installed in two places. */
const reference = (path: string) => path || "survey-app";

function component(lock: Lock, path: string): Component {
  const { name: ownName, version = "0.0.0", license, integrity, optional }: LockedPackage = lock[path] ?? {};
  const fullName = ownName ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const [group, name] = fullName.startsWith("@") ? fullName.split("/") : [undefined, fullName];
  return {
    type: "library",
    "bom-ref": reference(path),
    ...(group !== undefined && { group }),
    name: name ?? fullName,
    version,
    scope: optional ? "optional" : "required",
    ...(integrity !== undefined && { hashes: [hash(integrity)] }),
    ...(license !== undefined && {
      licenses: [/ (AND|OR|WITH) /.test(license) ? { expression: license } : { license: { id: license } }],
    }),
    purl: `pkg:npm/${fullName.replace("@", "%40")}@${version}`,
  };
}

/** Converts npm's `sha512-…` (base64) to CycloneDX's `SHA-512` (hex). */
function hash(integrity: string): { alg: string; content: string } {
  const [algorithm = "", digest = ""] = (integrity.split(" ")[0] ?? "").split(/-(.*)/);
  return { alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(digest, "base64").toString("hex") };
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const [file = "sbom.json"] = process.argv.slice(2);
  const list = billOfMaterials(join(import.meta.dirname, "../.."));
  writeFileSync(file, list);
  console.log(`${(JSON.parse(list) as { components: unknown[] }).components.length} packages, written to ${file}`);
}
