import { randomBytes } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "../build.ts";
import { startChild } from "../child.ts";
import { freePort } from "../port.ts";
import { productionPackages, readLock } from "./production.ts";
import { billOfMaterials } from "./sbom.ts";

const root = join(import.meta.dirname, "../..");
/** Node's compile cache of our files, which `server/start.cjs` uses. */
const COMPILED = ".compiled";

interface Manifest {
  scripts: Record<string, string>;
  [name: string]: unknown;
}

/**
 * Assembles the folder that runs in production, in a new or empty folder: our own files without tests and sandbox, the
 * built pages, the packages that the server imports, and the list of all packages (`sbom.json`). Then starts it once as
 * a check.
 */
export async function ship(folder: string): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
  await build();
  mkdirSync(folder, { recursive: true });
  for (const name of ["texts", "contract", "server"]) copy(name, folder, isOurs);
  for (const name of ["client", "server", "embed", "words"]) copy(`web/dist/${name}`, folder);
  for (const name of ["LICENSE", "SECURITY.md"]) copy(name, folder);
  copyPackages(folder);
  const own = manifest();
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(own, null, 2)}\n`);
  writeFileSync(join(folder, "sbom.json"), billOfMaterials(root));
  await warmUp(folder, own.scripts.start ?? "");
}

/**
 * Files of our own folders that only tests use, such as stored databases of earlier versions, and the sandbox with the
 * demo.
 */
const NOT_SHIPPED =
  /\.test\.ts$|^(contract|server)\/(testing|tests)(\/|$)|^server\/sandbox(\/|$)|^server\/words\/mail\/emailTexts\.txt$/;

/** Whether a file of our own folders is shipped. The catalogs are not, because modules are built from them. */
export const isOurs = (path: string): boolean =>
  !NOT_SHIPPED.test(path) && !/node_modules|^texts\/.+\/.*\.json$/.test(path);

function copy(name: string, folder: string, isWanted: (path: string) => boolean = () => true): void {
  cpSync(join(root, name), join(folder, name), { recursive: true, filter: (path) => isWanted(relative(root, path)) });
}

/** Copies the server's packages. Skips those that npm did not install because they are for other machines. */
function copyPackages(folder: string): void {
  const isThere = ([path]: [string, unknown]) => existsSync(join(root, path));
  const lock = Object.fromEntries(Object.entries(readLock(root)).filter(isThere));
  for (const path of productionPackages(lock, ["server"]).keys()) {
    if (!path.includes("node_modules/")) continue;
    const { link, resolved } = lock[path] ?? {};
    if (link && resolved !== undefined) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      symlinkSync(relative(dirname(path), resolved), join(folder, path));
    } else copy(path, folder, (file) => basename(file) !== "node_modules" && !/\.(map|d\.[cm]?ts)$/.test(file));
  }
}

/** The shipped package.json, with the scripts that run a file of the server. */
function manifest(): Manifest {
  const { name, version, license, type, engines, scripts } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  ) as Manifest;
  const start = (scripts.start ?? "").replace("tools/start.mjs", "server/start.cjs");
  const commands = Object.entries(scripts).filter(([, command]) => command.startsWith("node server/"));
  return { name, version, private: true, license, type, engines, scripts: { start, ...Object.fromEntries(commands) } };
}

/** Starts the shipped server in production mode until it is ready, which also fills the compile cache. */
async function warmUp(folder: string, start: string): Promise<void> {
  const compiled = join(folder, COMPILED);
  mkdirSync(compiled);
  const dataDir = mkdtempSync(join(tmpdir(), "survey-app-"));
  const port = await freePort();
  const child = await startChild(process.execPath, start.split(" ").slice(1), {
    cwd: folder,
    env: {
      NODE_ENV: "production",
      // Empty, because the server uses the folder's own cache.
      NODE_COMPILE_CACHE: "",
      PUBLIC_URL: "https://survey.example",
      SESSION_SECRET: randomBytes(32).toString("hex"),
      DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      PORT: String(port),
    },
    output: "keep",
    temporary: dataDir,
  });
  let hasEnded = false;
  void child.exited.then(() => {
    hasEnded = true;
  });
  while (!(await isReady(port))) {
    if (hasEnded) throw new Error(`The shipped server does not start:\n${child.output()}`);
    await sleep(50);
  }
  await child.stop();
  for (const name of readdirSync(compiled)) shareCache(compiled, name);
}

/**
 * Node writes the cache into a folder whose name ends in the number of the current user, and that only this user can
 * read. The server runs as another user of this machine, so all users get a link with their number to it. A user who
 * could write it could change the code that the server runs.
 */
function shareCache(compiled: string, name: string): void {
  chmodSync(join(compiled, name), 0o755);
  for (const file of readdirSync(join(compiled, name))) chmodSync(join(compiled, name, file), 0o644);
  for (const user of usersOf(existsSync(USERS) ? readFileSync(USERS, "utf8") : "")) {
    const link = join(compiled, name.replace(/\d+$/, user));
    if (!existsSync(link)) symlinkSync(name, link);
  }
}

/** The users of a Unix system. */
const USERS = "/etc/passwd";

/** Their numbers, each once. */
const usersOf = (passwd: string): string[] => [
  ...new Set(passwd.split("\n").flatMap((line) => /^[^:]+:[^:]*:(\d+):/.exec(line)?.[1] ?? [])),
];

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const [folder] = process.argv.slice(2);
  if (!folder) {
    console.error("Usage: npm run ship -- FOLDER (new or empty)");
    process.exit(2);
  }
  try {
    await ship(resolve(folder));
    console.log(`Shipped to ${folder}; docs/operating.md describes how to run it.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
