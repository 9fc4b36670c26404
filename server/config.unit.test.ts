import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const production = {
  NODE_ENV: "production",
  SESSION_SECRET: "x".repeat(32),
  PUBLIC_URL: "https://survey.example",
};

/** The sentence that stops the start. */
function refusal(env: Record<string, string | undefined>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error(`${JSON.stringify(env)} was accepted`);
}

test("without any setting it is a local start with a demo, reachable from this machine only", () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    isProduction: false,
    port: 3000,
    host: "127.0.0.1",
    databaseUrl: null,
    replicaUrl: null,
    connections: 16,
    publicUrl: "http://localhost:3000",
    demo: true,
    firstAdmin: null,
    surveyReview: true,
    limits: true,
    trustProxy: 0,
    sandbox: true,
    google: null,
    facebook: null,
    stripe: null,
    smtpUrl: null,
    mailFrom: "no-reply@localhost",
    sessionSecret: null,
    securityContact: null,
  });
  expect(config.dataDir).toMatch(/^\/.*data$/);
});

test("an empty variable counts as not set", () => {
  const empty = Object.fromEntries(
    Object.keys({ ...production, PORT: "", DATABASE_URL: "", DEMO: "", LIMITS: "" }).map((name) => [name, ""]),
  );
  expect(readConfig(empty)).toEqual(readConfig({}));
});

test("production listens on all addresses, has no demo, and takes what it needs from the environment", () => {
  expect(readConfig({ ...production, PORT: "8080", TRUST_PROXY: "1", SURVEY_REVIEW: "off" })).toMatchObject({
    isProduction: true,
    port: 8080,
    host: "0.0.0.0",
    publicUrl: "https://survey.example",
    demo: false,
    trustProxy: 1,
    surveyReview: false,
    sandbox: false,
    mailFrom: "no-reply@survey.example",
    sessionSecret: production.SESSION_SECRET,
  });
});

test("the first admin's address is held as addresses are: trimmed and in lower case", () => {
  const set = { ADMIN_EMAIL: "Admin@Survey.example", ADMIN_PASSWORD: "a long password, longer than twenty characters" };
  expect(readConfig(set).firstAdmin).toEqual({ email: "admin@survey.example", password: set.ADMIN_PASSWORD });
});

test.each([
  ["PORT", ["x", "-1", "65536", "3000.5", "1e3", "0x50", "3000 ", "NaN", "Infinity", "9".repeat(400)]],
  ["TRUST_PROXY", ["true", "-1", "11", "loopback"]],
  ["NODE_ENV", ["prod", "Production", "staging"]],
  ["DATABASE_URL", ["mysql://u@h/d", "postgres", "localhost:5432", "postgres://u:p@host:port/d", "file:./x"]],
  ["DATABASE_REPLICA_URL", ["mysql://u@h/d", "replica:5432"]],
  ["DATABASE_CONNECTIONS", ["4", "501", "many"]],
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
  ["DEMO", ["true", "off", "2", "no"]],
  ["SURVEY_REVIEW", ["0", "no", "OFF"]],
  ["LIMITS", ["0", "false", "ON"]],
  ["SESSION_SECRET", ["short", "x".repeat(31)]],
  ["ADMIN_EMAIL", ["admin", "admin@", "a b@c.example", "admin@mail.example\nx"]],
  ["ADMIN_PASSWORD", ["short", "x".repeat(201)]],
  ["SMTP_URL", ["mail.example:25", "http://mail.example", "smtp://", "smtp:"]],
  ["MAIL_FROM", ["Survey App", "no-reply@"]],
  [
    "SECURITY_CONTACT",
    ["a@survey.example", "http://survey.example", "mailto:", "mailto:a@b.example\nContact: x", "https://"],
  ],
])("a wrong %s stops the start with one sentence that names it", (name, values) => {
  for (const value of values) {
    const sentence = refusal({ ADMIN_EMAIL: "admin@mail.example", ADMIN_PASSWORD: "long enough", [name]: value });
    expect(sentence, value).toMatch(new RegExp(`^${name} must be [^\\n]+\\.$|^${name} must have [^\\n]+\\.$`));
    expect(sentence.split(/\.\s/)).toHaveLength(1);
    // Secrets are never repeated.
    if (/SECRET|PASSWORD/.test(name)) expect(sentence).not.toContain(value);
  }
});

test("the first admin needs an address and a password", () => {
  for (const one of [{ ADMIN_EMAIL: "admin@mail.example" }, { ADMIN_PASSWORD: "long enough" }]) {
    expect(refusal(one)).toBe("ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.");
  }
});

test("a replica is one of a database", () => {
  const replica = "postgres://u@replica/d";
  expect(refusal({ DATABASE_REPLICA_URL: replica })).toBe(
    "DATABASE_REPLICA_URL names a replica of DATABASE_URL: set that one, too.",
  );
  expect(readConfig({ DATABASE_URL: "postgres://u@main/d", DATABASE_REPLICA_URL: replica })).toMatchObject({
    replicaUrl: replica,
  });
});

test.each(["GOOGLE", "FACEBOOK"])("the client of %s needs an id and a secret", (name) => {
  const [id, secret] = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`] as const;
  const client = readConfig({ [id]: "an id", [secret]: "a secret" })[name === "GOOGLE" ? "google" : "facebook"];
  expect(client).toEqual({ id: "an id", secret: "a secret" });
  for (const one of [id, secret])
    expect(refusal({ [one]: "a value" })).toBe(`${id} and ${secret} belong together: set both or neither.`);
});

test.each([
  ["SESSION_SECRET", { SESSION_SECRET: "" }],
  ["PUBLIC_URL", { PUBLIC_URL: "" }],
  ["DEMO", { DEMO: "1" }],
  ["LIMITS", { LIMITS: "off" }],
])("production refuses what is for play: %s", (name, set) => {
  expect(refusal({ ...production, ...set })).toMatch(new RegExp(`^${name}\\b[^\\n]+production[^\\n]*\\.$`));
});

test("several wrong settings are told together", () => {
  const sentence = refusal({ PORT: "x", LIMITS: "x", DEMO: "x" });
  for (const name of ["PORT", "LIMITS", "DEMO"]) expect(sentence).toContain(`${name} must be`);
});
