import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OperatorError } from "../database/operatorError.ts";
import { readConfig } from "./config.ts";
import { doubtfulSettings } from "./configSafety.ts";

const SECRETS = ["a", "b", "c"].map((letter) => letter + randomBytes(20).toString("hex"));

const production = {
  NODE_ENV: "production",
  SESSION_SECRET: "9f2c8e01b7d64a35f0c1d2e3948a7b6c",
  PUBLIC_URL: "https://survey.example",
};

/** The message of the error that stops the start. */
function refusal(env: Record<string, string | undefined>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
  throw new Error(`${JSON.stringify(env)} was accepted`);
}

test("without settings the server starts locally with demo data, reachable from this machine only", () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    isProduction: false,
    port: 3000,
    host: "127.0.0.1",
    databaseUrl: null,
    workers: 1,
    connections: 16,
    bucket: null,
    publicUrl: "http://localhost:3000",
    apiBase: null,
    corsOrigins: [],
    demo: true,
    firstAdmin: null,
    surveyReview: "listed",
    surveyors: "request",
    askUnlisted: "anyone",
    voters: "accounts",
    retentionDays: null,
    inactiveDays: null,
    limits: true,
    limitsFactor: 1,
    trustProxy: 0,
    sandbox: true,
    google: null,
    facebook: null,
    oidc: null,
    stripe: null,
    smtpUrl: null,
    mailFrom: "no-reply@localhost",
    contactEmail: null,
    legalTexts: { privacy: null, terms: null },
    footerLinks: {
      social: "https://www.facebook.com/",
      professional: "https://www.linkedin.com/",
      code: "https://github.com/",
    },
    logLevel: "warn",
    metrics: null,
    tracing: false,
    drainSeconds: 0,
    sessionSecret: null,
    securityContact: null,
  });
  expect(config.dataDir).toMatch(/^\/.*data$/);
});

test(".env.example has exactly the settings that are read", () => {
  const names = (file: string, line: RegExp) =>
    [...readFileSync(join(import.meta.dirname, file), "utf8").matchAll(line)].map(([, name]) => name).sort();
  expect(names("../../.env.example", /^([A-Z_]+)=/gm)).toEqual(names("configVariables.ts", /^ {2}([A-Z_]+):/gm));
});

test("the texts of the privacy and terms pages are read from their files", () => {
  const PRIVACY_FILE = join(import.meta.dirname, "../../SECURITY.md");
  expect(readConfig({ PRIVACY_FILE }).legalTexts).toEqual({
    privacy: expect.stringContaining("# Security"),
    terms: null,
    accessibility: null,
  });
});

test("an empty variable counts as unset", () => {
  const empty = Object.fromEntries(
    Object.keys({ ...production, PORT: "", DATABASE_URL: "", DEMO: "", LIMITS: "" }).map((name) => [name, ""]),
  );
  expect(readConfig(empty)).toEqual(readConfig({}));
});

test("production listens on all addresses, doesn't have a demo, and takes its settings from the environment", () => {
  expect(readConfig({ ...production, PORT: "8080", TRUST_PROXY: "1", SURVEY_REVIEW: "off" })).toMatchObject({
    isProduction: true,
    port: 8080,
    host: "0.0.0.0",
    publicUrl: "https://survey.example",
    demo: false,
    trustProxy: 1,
    surveyReview: "off",
    askUnlisted: "surveyors",
    sandbox: false,
    mailFrom: "no-reply@survey.example",
    logLevel: "info",
    sessionSecret: production.SESSION_SECRET,
  });
});

test("the first admin's address is trimmed and converted to lower case", () => {
  const set = { ADMIN_EMAIL: "Admin@Survey.example", ADMIN_PASSWORD: "a long password, longer than twenty characters" };
  expect(readConfig(set).firstAdmin).toEqual({ email: "admin@survey.example", password: set.ADMIN_PASSWORD });
});

test.each([
  ["PORT", ["x", "-1", "65536", "3000.5", "1e3", "0x50", "3000 ", "NaN", "Infinity", "9".repeat(400)]],
  // Missing, a folder, and too large for a page.
  ["PRIVACY_FILE", ["no-such-file.md", import.meta.dirname]],
  ["ACCESSIBILITY_FILE", ["no-such-file.md"]],
  ["TERMS_FILE", [join(import.meta.dirname, "../../package-lock.json")]],
  ["TRUST_PROXY", ["true", "-1", "11", "loopback"]],
  ["NODE_ENV", ["prod", "Production", "staging"]],
  ["DATABASE_URL", ["mysql://u@h/d", "postgres", "localhost:5432", "postgres://u:p@host:port/d", "file:./x"]],
  ["DATABASE_CONNECTIONS", ["5", "501", "many"]],
  [
    "PUBLIC_URL",
    [
      "survey.example",
      "ftp://survey.example",
      "https://survey.example/app",
      "https://survey.example?x=1",
      "https://survey.example/#x",
      "https://u:p@survey.example",
      "https://:p@survey.example",
      "https://",
      "javascript:alert(1)",
      "//survey.example",
    ],
  ],
  [
    "API_BASE",
    [
      "/api",
      "api.survey.example",
      "https://api.survey.example",
      "https://api.survey.example/",
      "https://api.survey.example/api/",
      "https://api.survey.example/v1/api",
      "https://u:p@api.survey.example/api",
      "https://api.survey.example/api?x=1",
      "ftp://api.survey.example/api",
    ],
  ],
  [
    "CORS_ORIGINS",
    [
      "*",
      "null",
      "survey.example",
      "https://survey.example/",
      "https://survey.example/app",
      "https://SURVEY.example",
      "https://*.survey.example",
      "https://survey.example:443",
      "https://a.example https://b.example",
      "https://a.example,*",
    ],
  ],
  ["DEMO", ["true", "off", "2", "no"]],
  ["SURVEY_REVIEW", ["0", "no", "on", "OFF"]],
  ["SURVEYORS", ["all", "REQUEST", "0"]],
  ["ASK_UNLISTED", ["all", "everyone", "on", "CONFIRMED"]],
  ["VOTERS", ["all", "everyone", "on", "CONFIRMED"]],
  ["LIMITS", ["0", "false", "ON"]],
  ["LIMITS_FACTOR", ["0", "21", "1.5", "two"]],
  ["SESSION_SECRET", ["short", "x".repeat(31)]],
  ["SESSION_SECRET_OLD", ["short", `${SECRETS[0]},short`]],
  ["SESSION_SECRET_LEAKED", ["short", `${SECRETS[0]},short`]],
  ["ADMIN_EMAIL", ["admin", "admin@", "a b@c.example", "admin@mail.example\nx", "admin@Deleted.invalid"]],
  ["ADMIN_PASSWORD", ["short", "x".repeat(201)]],
  ["SMTP_URL", ["mail.example:25", "http://mail.example", "smtp://", "smtp:"]],
  // Missing, a folder, and without a certificate.
  ["SMTP_CA", ["no-such-file.pem", import.meta.dirname, join(import.meta.dirname, "../../README.md")]],
  ["MAIL_FROM", ["Survey App", "no-reply@"]],
  ["CONTACT_EMAIL", ["help", "mailto:help@survey.example", "Help <help@survey.example>"]],
  ["SOCIAL_URL", ["social.example/us", "http://social.example/us", "javascript:alert(1)", "//social.example"]],
  ["PROFESSIONAL_URL", ["http://work.example", "https://u:p@work.example/us"]],
  ["CODE_URL", ["git@code.example:us/app.git", "ssh://code.example", "https://"]],
  [
    "SECURITY_CONTACT",
    ["a@survey.example", "http://survey.example", "mailto:", "mailto:a@b.example\nContact: x", "https://"],
  ],
  [
    "BREACHED_PASSWORDS_URL",
    [
      "api.pwnedpasswords.com",
      "ftp://list.example",
      "https://u:p@list.example/range",
      "https://list.example/range?x=1",
    ],
  ],
  ["LOG_LEVEL", ["verbose", "30", "INFO"]],
  ["METRICS_PORT", ["no", "70000"]],
  ["DRAIN_SECONDS", ["-1", "301", "5s"]],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", ["collector:4318", "grpc://collector:4317"]],
])("an invalid %s stops the start with one sentence that names it", (name, values) => {
  for (const value of values) {
    const sentence = refusal({ ADMIN_EMAIL: "admin@mail.example", ADMIN_PASSWORD: "long enough", [name]: value });
    expect(sentence, value).toMatch(new RegExp(`^${name} must be [^\\n]+\\.$|^${name} must have [^\\n]+\\.$`));
    expect(sentence.split(/\.\s/)).toHaveLength(1);
    // Messages never contain secrets.
    if (/SECRET|PASSWORD/.test(name)) expect(sentence).not.toContain(value);
  }
});

// Security: R36
test("the first admin needs an address and a password", () => {
  for (const one of [{ ADMIN_EMAIL: "admin@mail.example" }, { ADMIN_PASSWORD: "long enough" }]) {
    expect(refusal(one)).toBe("ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.");
  }
});

test("the API may have another host of the same site if the pages' origin is allowed", () => {
  const pages = { PUBLIC_URL: "https://survey.example" };
  const other = { ...pages, API_BASE: "https://api.survey.example/api" };
  expect(refusal(other)).toBe(
    "CORS_ORIGINS must have https://survey.example in it, as API_BASE is of another origin than PUBLIC_URL.",
  );
  expect(readConfig({ ...other, CORS_ORIGINS: "https://app.survey.example, https://survey.example" })).toMatchObject({
    publicUrl: "https://survey.example",
    apiBase: "https://api.survey.example/api",
    corsOrigins: ["https://app.survey.example", "https://survey.example"],
  });
  expect(readConfig({ ...pages, API_BASE: "https://survey.example/api" }).corsOrigins).toEqual([]);
  for (const API_BASE of ["https://api.elsewhere.example/api", "http://api.survey.example/api", "https://10.0.0.7/api"])
    expect(refusal({ ...pages, API_BASE, CORS_ORIGINS: pages.PUBLIC_URL })).toBe(
      "API_BASE must be of the same site as PUBLIC_URL: the same scheme, and hosts of one domain.",
    );
});

test.each(["GOOGLE", "FACEBOOK"])("the client of %s needs an id and a secret", (name) => {
  const [id, secret] = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`] as const;
  const client = readConfig({ [id]: "an id", [secret]: "a secret" })[name === "GOOGLE" ? "google" : "facebook"];
  expect(client).toEqual({ id: "an id", secret: "a secret" });
  for (const one of [id, secret])
    expect(refusal({ [one]: "a value" })).toBe(`${id} and ${secret} belong together: set both or neither.`);
});

const guessable = [
  "x".repeat(32),
  "abababababababababababababababab",
  "abcdefghijklmnopqrstuvwxyz0123456789",
  "change-me-change-me-change-me-please",
  "changeme-9f2c8e01b7d64a35f0c1d2e3948a7b6c",
  "your-session-secret-goes-right-here-ok",
  "9f2c8e019f2c8e019f2c8e019f2c8e01",
];

test.each([
  ["SESSION_SECRET", ["", ...guessable]],
  ["PUBLIC_URL", ["", "http://survey.example", "http://10.0.0.7:3000"]],
  ["API_BASE", ["http://api.survey.example/api"]],
  ["CORS_ORIGINS", ["http://app.survey.example", "https://a.example,http://b.example"]],
  ["BREACHED_PASSWORDS_URL", ["http://api.pwnedpasswords.com/range"]],
  ["DEMO", ["1"]],
  ["LIMITS", ["off"]],
  ["DATABASE_URL", ["postgres://survey:changeme@db/survey", "postgres://survey:password@db/survey"]],
  ["SMTP_URL", ["smtps://mailer:your-secret@mail.example:465"]],
])("production rejects weak and development settings with a sentence: %s", (name, values) => {
  for (const value of values) {
    const sentence = refusal({ ...production, [name]: value });
    expect(sentence, value).toMatch(new RegExp(`^${name}\\b[^\\n]+\\.$`));
    expect(sentence).not.toContain("changeme");
  }
});

test.each([
  ["ADMIN_PASSWORD", { ADMIN_EMAIL: "a@mail.example", ADMIN_PASSWORD: "Passw0rd!Passw0rd!" }],
  ["GOOGLE_CLIENT_SECRET", { GOOGLE_CLIENT_ID: "an id", GOOGLE_CLIENT_SECRET: "your-client-secret-placeholder" }],
])("production rejects example values: %s", (name, set) => {
  expect(refusal({ ...production, ...set })).toMatch(new RegExp(`^${name}\\b[^\\n]+\\.$`));
});

test("production rejects Stripe's test mode, in which anyone can pay with a card number from the manual", () => {
  const keys = {
    STRIPE_SECRET_KEY: "sk_test_a",
    STRIPE_PUBLISHABLE_KEY: "pk_test_a",
    STRIPE_WEBHOOK_SECRET: "whsec_a",
  };
  expect(refusal({ ...production, ...keys }).split("\n")).toEqual([
    "STRIPE_SECRET_KEY is a test key, which charges no real money: production needs the live key.",
    "STRIPE_PUBLISHABLE_KEY is a test key, which charges no real money: production needs the live key.",
  ]);
  const live = { ...keys, STRIPE_SECRET_KEY: "sk_live_a", STRIPE_PUBLISHABLE_KEY: "pk_live_a" };
  expect(readConfig({ ...production, ...live }).stripe).not.toBeNull();
  expect(readConfig(keys).stripe).not.toBeNull();
});

test("a secret that leaked is accepted nowhere", () => {
  const [current, retired, leaked] = SECRETS;
  const set = { SESSION_SECRET: current, SESSION_SECRET_OLD: retired, SESSION_SECRET_LEAKED: leaked };
  expect(readConfig(set)).toMatchObject({ formerSecrets: [retired], leakedSecrets: [leaked] });
  for (const used of [{ SESSION_SECRET: leaked }, { SESSION_SECRET_OLD: `${retired}, ${leaked}` }])
    expect(refusal({ ...set, ...used })).toMatch(
      /^SESSION_SECRET_LEAKED has a secret that is still accepted: [^\n]+\.$/,
    );
});

test("secrets generated by openssl are accepted", () => {
  const made = [16, 24, 32, 48].flatMap((bytes) =>
    (["hex", "base64", "base64url"] as const).map((encoding) => randomBytes(bytes).toString(encoding)),
  );
  for (const secret of made.filter(({ length }) => length >= 32))
    expect(readConfig({ ...production, SESSION_SECRET: secret }).sessionSecret).toBe(secret);
});

test("no setting enables the sandbox or the demo in production; localhost doesn't have to use https", () => {
  const tries = { DEMO: "0", SANDBOX: "1", STRIPE_SECRET_KEY: "", NODE_ENV: "production" };
  expect(readConfig({ ...production, ...tries })).toMatchObject({ sandbox: false, demo: false, stripe: null });
  for (const here of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])
    expect(readConfig({ ...production, PUBLIC_URL: here, BREACHED_PASSWORDS_URL: here }).publicUrl).toBe(here);
});

test("all invalid and unsafe settings are reported together, each in a sentence on its own line", () => {
  const sentences = refusal({
    NODE_ENV: "production",
    PORT: "x",
    LIMITS: "off",
    DEMO: "1",
    SESSION_SECRET: "short",
  }).split("\n");
  const names = sentences.map((sentence) => /^[A-Z_]+/.exec(sentence)?.[0]).sort();
  expect(names).toEqual(["DEMO", "LIMITS", "PORT", "PUBLIC_URL", "SESSION_SECRET"]);
  for (const sentence of sentences) expect(sentence).toMatch(/^[^\n]+\.$/);
});

test("the start warns that visitors behind an untrusted proxy share its rate limits", () => {
  const said = (trustProxy: number, publicUrl = "https://survey.example") =>
    doubtfulSettings({ ...readConfig({}), publicUrl, trustProxy });
  expect(said(0)).toEqual([expect.stringMatching(/^TRUST_PROXY is 0\b/)]);
  expect([said(1), said(0, "http://localhost:3000")]).toEqual([[], []]);
});

test("the start warns when everyone can send invitations that no admin has read", () => {
  const open = { SURVEY_REVIEW: "off", SURVEYORS: "everyone", SMTP_URL: "smtp://localhost:2525" };
  const said = (settings: Record<string, string | undefined>) =>
    doubtfulSettings({ ...readConfig(settings), trustProxy: 1 });
  expect(said(open)).toEqual([expect.stringMatching(/^SURVEY_REVIEW is off and SURVEYORS is everyone\b/)]);
  for (const safe of [
    { SURVEY_REVIEW: "listed" },
    { SURVEY_REVIEW: "all" },
    { SURVEYORS: "request" },
    { SMTP_URL: undefined },
  ])
    expect(said({ ...open, ...safe })).toEqual([]);
});

test("metrics, tracing and the log file are off by default", () => {
  expect(readConfig({ METRICS_PORT: "9464" }).metrics).toEqual({ port: 9464, host: "127.0.0.1" });
  expect(readConfig({ METRICS_PORT: "9464", METRICS_HOST: "10.0.0.1" }).metrics).toMatchObject({ host: "10.0.0.1" });
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" }).tracing).toBe(true);
});
