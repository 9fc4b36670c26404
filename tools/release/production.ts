import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A package's entry in `package-lock.json`. */
export interface LockedPackage {
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  /** Target of a link: one of our own folders. */
  resolved?: string;
  link?: boolean;
  /** Needed only on some machines. */
  optional?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/**
 * Every package by its folder, relative to the project: `node_modules/zod`, `server`, and "" for the project itself.
 */
export type Lock = Record<string, LockedPackage>;

export function readLock(root: string): Lock {
  return (JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: Lock }).packages;
}

/**
 * The folders of all packages that the given ones need at run time, directly or indirectly.
 * npm's `--omit=dev` keeps optional peers that are installed for tests (a test runner and two bundlers), and
 * `npm sbom --omit=dev` omits packages that tests also need.
 */
export function productionPackages(lock: Lock, from: string[]): Map<string, string[]> {
  const needs = new Map<string, string[]>();
  const open = [...from];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (needs.has(path)) continue;
    const found = neededBy(lock, path);
    needs.set(path, found);
    open.push(...found);
  }
  return needs;
}

function neededBy(lock: Lock, path: string): string[] {
  const { link, resolved, dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
    lock[path] ?? {};
  if (link) return resolved === undefined ? [] : [resolved];
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  const optional = new Set(Object.keys(optionalDependencies ?? {}));
  return [...new Set([...Object.keys(dependencies ?? {}), ...peers, ...optional])].flatMap((name) => {
    const found = resolvedFrom(lock, path, name);
    if (found === undefined && !optional.has(name)) throw new Error(`${path} needs ${name}, which is not locked`);
    return found ?? [];
  });
}

/** Resolves a package like Node: in the folder itself, then in its parents. */
function resolvedFrom(lock: Lock, path: string, name: string): string | undefined {
  const folders = path === "" ? [] : path.split("/");
  for (let depth = folders.length; depth >= 0; depth--) {
    const candidate = [...folders.slice(0, depth), "node_modules", name].join("/");
    if (lock[candidate]) return candidate;
  }
  return undefined;
}
