import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

/** The sign-in of an organization. */
const production = {
  NODE_ENV: "production",
  SESSION_SECRET: "9f2c8e01b7d64a35f0c1d2e3948a7b6c",
  PUBLIC_URL: "https://survey.example",
};

const oidc = {
  OIDC_ISSUER: "https://login.company.example",
  OIDC_CLIENT_ID: "an id",
  OIDC_CLIENT_SECRET: "a secret",
};

test("an organization's sign-in requires issuer, id and secret; its other settings are optional", () => {
  const organization = { issuer: oidc.OIDC_ISSUER, client: { id: "an id", secret: "a secret" } };
  expect(readConfig(oidc).oidc).toEqual({
    ...organization,
    name: "your organization",
    isOnly: false,
    domains: [],
    roles: null,
    scopes: ["openid", "email", "profile"],
    endsSession: false,
  });
  const all = {
    OIDC_NAME: "Company",
    OIDC_ONLY: "on",
    OIDC_DOMAINS: "company.example, mail.company.example",
    OIDC_ROLE_CLAIM: "groups",
    OIDC_ADMIN_ROLE: "admins",
    OIDC_SCOPES: "openid groups",
    OIDC_SIGN_OUT: "provider",
  };
  expect(readConfig({ ...oidc, ...all }).oidc).toEqual({
    ...organization,
    name: "Company",
    isOnly: true,
    domains: ["company.example", "mail.company.example"],
    roles: { claim: "groups", admin: "admins", surveyor: null },
    scopes: ["openid", "groups"],
    endsSession: true,
  });
});

test.each<[Record<string, string>, RegExp]>([
  [{ OIDC_ISSUER: oidc.OIDC_ISSUER }, /^OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together/],
  [{ OIDC_ONLY: "on" }, /^OIDC_ONLY=on needs OIDC_ISSUER/],
  [{ ...oidc, OIDC_ROLE_CLAIM: "groups" }, /^OIDC_ROLE_CLAIM belongs together with/],
  [{ ...oidc, OIDC_SURVEYOR_ROLE: "team" }, /^OIDC_ROLE_CLAIM belongs together with/],
  [
    { ...oidc, OIDC_SCOPES: "email profile" },
    /^OIDC_SCOPES must be scopes separated by blanks, with openid among them/,
  ],
  [{ ...oidc, OIDC_SCOPES: 'openid "groups"' }, /^OIDC_SCOPES must be scopes/],
  [{ ...oidc, OIDC_SIGN_OUT: "on" }, /^OIDC_SIGN_OUT must be here or provider/],
  [{ ...oidc, OIDC_DOMAINS: "@company.example" }, /^OIDC_DOMAINS must be domains/],
  [{ ...oidc, OIDC_ISSUER: "http://login.company.example" }, /^OIDC_ISSUER must be an https URL/],
  [{ ...oidc, OIDC_ISSUER: "https://login.company.example/?x=1" }, /^OIDC_ISSUER must be an https URL/],
  [{ ...production, ...oidc, OIDC_ISSUER: "http://localhost:9000" }, /^OIDC_ISSUER must begin with https:/],
])("an organization's sign-in that can't work or is unsafe prevents the start: %j", (set, sentence) => {
  expect(() => readConfig(set)).toThrow(sentence);
});
