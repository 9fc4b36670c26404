import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

/** A public demo that resets itself. */
const demo = { DEMO_RESET_MINUTES: "30" };
const refusal = (set: Record<string, string>): string => {
  try {
    readConfig({ ...demo, ...set });
  } catch (error) {
    return (error as Error).message;
  }
  return "accepted";
};

test("a demo resets itself after 5 minutes to a day; without the setting, never", () => {
  expect(readConfig({}).demoResetMinutes).toBeNull();
  for (const minutes of [5, 30, 1440])
    expect(readConfig({ DEMO_RESET_MINUTES: String(minutes) }).demoResetMinutes).toBe(minutes);
  for (const wrong of ["4", "0", "1441", "30.5", "-30", "half an hour"])
    expect(refusal({ DEMO_RESET_MINUTES: wrong })).toBe("DEMO_RESET_MINUTES must be a whole number from 5 to 1440.");
});

test.each([
  ["DATABASE_URL", { DATABASE_URL: "postgres://u@localhost/d" }],
  ["S3_BUCKET", { S3_BUCKET: "images", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" }],
  ["SMTP_URL", { SMTP_URL: "smtps://mail.survey.example" }],
  [
    "STRIPE_SECRET_KEY",
    { STRIPE_SECRET_KEY: "sk_live_a", STRIPE_PUBLISHABLE_KEY: "pk_live_a", STRIPE_WEBHOOK_SECRET: "whsec_a" },
  ],
  ["GOOGLE_CLIENT_ID", { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" }],
  ["FACEBOOK_CLIENT_ID", { FACEBOOK_CLIENT_ID: "id", FACEBOOK_CLIENT_SECRET: "secret" }],
  ["OIDC_ISSUER", { OIDC_ISSUER: "https://login.example", OIDC_CLIENT_ID: "id", OIDC_CLIENT_SECRET: "secret" }],
  ["BREACHED_PASSWORDS_URL", { BREACHED_PASSWORDS_URL: "https://api.pwnedpasswords.com/range" }],
  ["ADMIN_EMAIL", { ADMIN_EMAIL: "ada@example.com", ADMIN_PASSWORD: "a long password" }],
  ["RETENTION_DAYS", { RETENTION_DAYS: "365" }],
  ["INACTIVE_DAYS", { INACTIVE_DAYS: "365" }],
  ["METRICS_PORT", { METRICS_PORT: "9464" }],
])("a demo that starts afresh can't have %s, and the start says why", (name, set) => {
  expect(refusal(set)).toMatch(new RegExp(`^${name} can't be set together with DEMO_RESET_MINUTES: [^\\n]+\\.$`));
});

test("all settings that it can't have are reported together; only a demo can reset itself", () => {
  const both = refusal({ SMTP_URL: "smtps://mail.survey.example", METRICS_PORT: "9464" }).split("\n");
  expect(both.map((sentence) => sentence.split(" ", 1)[0])).toEqual(["SMTP_URL", "METRICS_PORT"]);
  const production = {
    NODE_ENV: "production",
    SESSION_SECRET: "9f2c8e01b7d64a35f0c1d2e3948a7b6c",
    PUBLIC_URL: "https://survey.example",
  };
  for (const none of [{ DEMO: "0" }, production])
    expect(refusal(none)).toMatch(/^DEMO_RESET_MINUTES needs the demo: [^\n]+\.$/);
});
