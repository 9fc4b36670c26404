import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../testing/browser.ts";
import { startInstance } from "../testing/instances.ts";
import { SECRET } from "../testing/testConfig.ts";

const root = join(import.meta.dirname, "../..");
/** Runs before the server, and writes the address of every module that it loads. */
const REPORT = `
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";
registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.LOADED, url + "\\n");
    return next(url, context);
  },
});`;

let folder: string;
/** The files that a ready production server has loaded, relative to the project. */
let loaded: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "survey-app-test-"));
  const instance = await startInstance(await freePort(), {
    PUBLIC_URL: "https://survey.example",
    SESSION_SECRET: SECRET,
    DATA_DIR: join(folder, "data"),
    LOADED: join(folder, "loaded"),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(REPORT)}`,
  });
  await instance.stop();
  const urls = readFileSync(join(folder, "loaded"), "utf8").trim().split("\n");
  loaded = [...new Set(urls)].filter((url) => url.startsWith("file:")).map((url) => url.split(`${root}/`)[1] ?? url);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("production loads our code, the built pages and packages, and nothing of the sandbox, the tests and the tools", () => {
  const own = loaded.filter((path) => !path.includes("node_modules/"));
  expect(own).toContain("server/main.ts");
  expect([...new Set(own.map((path) => path.split("/")[0]))].sort()).toEqual(["contract", "server", "texts", "web"]);
  expect(
    own.filter((path) => /^server\/(sandbox|testing|tests)\/|^contract\/testing\/|^web\/(?!dist\/)/.test(path)),
  ).toEqual([]);
});

/** Without the packages of images, emails, payments, passkeys, traces and metrics, which load when they are used. */
const AT_START = [
  ...["@fastify/multipart", "@fastify/static", "@node-rs/argon2", "@zxcvbn-ts/core", "@zxcvbn-ts/language-common"],
  ...[
    "aws4fetch",
    "bowser",
    "cookie",
    "fast-jwt",
    "fastify",
    "ipaddr.js",
    "jose",
    "kysely",
    "lru-cache",
    "markdown-it",
  ],
  ...["openid-client", "otpauth", "pg", "piscina", "uuid", "zod"],
];

test("production loads only these of the server's packages when it starts", () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, "server/package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const found = new Set(loaded.map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]));
  expect(Object.keys(dependencies).filter((name) => found.has(name))).toEqual(AT_START);
});
