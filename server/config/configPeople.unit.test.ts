import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

/** Who can have an account here, and how long names and accounts are kept. */
const production = {
  NODE_ENV: "production",
  SESSION_SECRET: "9f2c8e01b7d64a35f0c1d2e3948a7b6c",
  PUBLIC_URL: "https://survey.example",
};

test("names and accounts are kept for a number of days; without email no account can be deleted", () => {
  const set = { RETENTION_DAYS: "365", INACTIVE_DAYS: "730" };
  expect(readConfig(set)).toMatchObject({ retentionDays: 365, inactiveDays: 730 });
  expect(() => readConfig({ RETENTION_DAYS: "29" })).toThrow("RETENTION_DAYS must be a whole number from 30 to 36500.");
  expect(() => readConfig({ INACTIVE_DAYS: "never" })).toThrow(
    "INACTIVE_DAYS must be a whole number from 90 to 36500.",
  );
  expect(() => readConfig({ ...production, ...set })).toThrow(
    "INACTIVE_DAYS needs SMTP_URL: accounts are deleted only after two emails.",
  );
  const withMail = { ...production, ...set, SMTP_URL: "smtps://mail.survey.example" };
  expect(readConfig(withMail).inactiveDays).toBe(730);
});
