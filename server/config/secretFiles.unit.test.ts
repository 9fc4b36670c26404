import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { secretFiles } from "./secretFiles.ts";

const folder = mkdtempSync(join(tmpdir(), "survey-app-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file. @returns its path */
function secret(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const PUBLIC_URL = "https://survey.example";
const SECRET = "0a1b2c3d4e5f60718293a4b5c6d7e8f9";

test("secrets are read from the files that their settings name, without the line break at the end", () => {
  const config = readConfig({
    NODE_ENV: "production",
    PUBLIC_URL,
    SESSION_SECRET_FILE: secret("session", `${SECRET}\n`),
    DATABASE_URL_FILE: secret("database", "postgres://app:p@127.0.0.1/app?a=b&c=d\r\n"),
    SMTP_URL_FILE: secret("smtp", "smtps://user:pass word@mail.example:465"),
  });
  expect(config).toMatchObject({
    sessionSecret: SECRET,
    databaseUrl: "postgres://app:p@127.0.0.1/app?a=b&c=d",
    smtpUrl: "smtps://user:pass word@mail.example:465",
    misspelled: [],
  });
});

test("they are checked as in the environment", () => {
  const SESSION_SECRET_FILE = secret("short", "short");
  expect(() => readConfig({ SESSION_SECRET_FILE })).toThrow("SESSION_SECRET must have at least 32 characters.");
});

test("files that are missing, empty or given beside their setting are all named together", () => {
  const missing = join(folder, "missing");
  const empty = secret("empty", "\n");
  const wrong = {
    SESSION_SECRET_FILE: missing,
    ADMIN_PASSWORD_FILE: empty,
    SMTP_URL: "smtp://mail.example",
    SMTP_URL_FILE: empty,
  };
  expect(() => readConfig(wrong)).toThrow(
    `SESSION_SECRET_FILE names a file that can't be read (ENOENT): ${missing}.
ADMIN_PASSWORD_FILE names a file that is empty: ${empty}.
SMTP_URL and SMTP_URL_FILE are both set: set one of them.`,
  );
});

test("a misspelled one is named", () => {
  expect(readConfig({ SESSION_SECRET_FLE: "/run/secrets/session" }).misspelled).toEqual([
    "SESSION_SECRET_FLE is no setting and is ignored. Did you mean SESSION_SECRET_FILE?",
  ]);
});

test("docs/operating.md and .env.example list the settings that can be files, and no others", () => {
  for (const page of ["docs/operating.md", ".env.example"]) {
    const text = readFileSync(join(import.meta.dirname, "../..", page), "utf8");
    const named = text.match(/\b[A-Z][A-Z0-9_]+_FILE\b/g) ?? [];
    const others = ["PRIVACY_FILE", "TERMS_FILE", "ACCESSIBILITY_FILE"];
    expect([...new Set(named)].filter((name) => !others.includes(name)).sort(), page).toEqual([...secretFiles].sort());
  }
});
