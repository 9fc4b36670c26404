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

test("everyone, only people with certain addresses or invitations, or no one can create an account", () => {
  expect(readConfig({}).registration).toEqual({ kind: "open", domains: [] });
  expect(readConfig({ REGISTRATION: "closed" }).registration.kind).toBe("closed");
  const domains = readConfig({ REGISTRATION: "domains:example.org,club.example" }).registration;
  expect(domains).toEqual({ kind: "domains", domains: ["example.org", "club.example"] });
  for (const wrong of ["on", "domains:", "domains:Example.org", "domains:@example.org", "invited,closed"])
    expect(() => readConfig({ REGISTRATION: wrong })).toThrow(
      "REGISTRATION must be open, invited, closed, or domains: and domains in lower case separated by commas, like domains:example.org.",
    );
  const invited = { ...production, REGISTRATION: "invited" };
  expect(() => readConfig(invited)).toThrow("REGISTRATION needs SMTP_URL or sign-in with a provider");
  expect(readConfig({ ...invited, SMTP_URL: "smtps://mail.survey.example" }).registration.kind).toBe("invited");
});

test("where only people with confirmed addresses can vote, there is a way to confirm one", () => {
  expect(readConfig({ VOTERS: "confirmed" }).voters).toBe("confirmed");
  const confirmed = { ...production, VOTERS: "confirmed" };
  expect(() => readConfig(confirmed)).toThrow("VOTERS=confirmed needs SMTP_URL or sign-in with a provider");
  expect(readConfig({ ...confirmed, SMTP_URL: "smtps://mail.survey.example" }).voters).toBe("confirmed");
});

test("domains in settings are converted to ASCII, as those of addresses are", () => {
  const registration = readConfig({ REGISTRATION: "domains:müller.example,xn--e1afmkfd.xn--p1ai" }).registration;
  expect(registration.domains).toEqual(["xn--mller-kva.example", "xn--e1afmkfd.xn--p1ai"]);
  expect(readConfig({ MAIL_FROM: "Post@müller.example" }).mailFrom).toBe("Post@xn--mller-kva.example");
  const oidc = { OIDC_ISSUER: "https://login.example", OIDC_CLIENT_ID: "id", OIDC_CLIENT_SECRET: "secret" };
  expect(readConfig({ ...oidc, OIDC_DOMAINS: "müller.example" }).oidc?.domains).toEqual(["xn--mller-kva.example"]);
  for (const wrong of ["domains:b-.org", "domains:1.2"])
    expect(() => readConfig({ REGISTRATION: wrong })).toThrow("REGISTRATION must be");
});
