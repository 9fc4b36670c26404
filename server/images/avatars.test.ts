import { contrast } from "@survey-app/contract/text/contrast.ts";
import { AVATAR_COLORS, avatarPath } from "@survey-app/contract/users/avatars.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePerson } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { BACKGROUNDS } from "./avatars.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ limits: true });
});
afterAll(() => t.close());

// Security: H09
test("a generated picture shows the initials, is cached forever, and can't run a script when opened as a page", async () => {
  const shown = await t.app.inject({ url: avatarPath("Nora New") ?? "" });
  expect(shown.statusCode).toBe(200);
  expect(shown.payload).toContain(">NN</text>");
  expect(shown.headers).toMatchObject({
    "content-type": "image/svg+xml; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringMatching(/default-src 'none'.*sandbox/),
  });
});

test.each([
  "/avatars/3c-3c-0.svg", // "<"
  "/avatars/26-0.svg", // "&"
  "/avatars/202e-0.svg", // turns the direction of text
  "/avatars/d800-0.svg", // half a character
  "/avatars/1f600-0.svg", // an emoji
  "/avatars/4e-8.svg",
  "/avatars/04e-0.svg",
  "/avatars/4E-0.svg",
  "/avatars/4e-4e-4e-0.svg",
  "/avatars/4e-0.svg?x=1",
  "/avatars/%34e-0.svg",
  "/avatars/4e-0.png",
  "/avatars/%3Cscript%3E-0.svg",
  "/avatars/..%2f..%2fpackage.json",
  `/avatars/${"4e-".repeat(2000)}0.svg`,
])("%s is no picture: there is one URL for each, and only letters and digits are drawn", async (url) => {
  const { statusCode, headers } = await t.app.inject({ url });
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(statusCode).toBeLessThan(500);
  expect(headers["content-type"]).not.toMatch(/svg/);
});

test("a page of people doesn't cost reads, because pictures aren't limited", async () => {
  const url = avatarPath("Nora New") ?? "";
  for (let time = 0; time < 700; time++) expect((await t.app.inject({ url })).statusCode).toBe(200);
});

test("a person can take a generated picture as photo, and replace it", async () => {
  const nora = await makePerson(t.database, t.tokens, { name: "Nora New" });
  const photoURL = avatarPath(nora.name) ?? "";
  expect(await t.request(users.updateMyProfile, { as: nora, body: { photoURL } })).toMatchObject({ photoURL });
  const other = "https://example.org/nora.png";
  expect(await t.request(users.updateMyProfile, { as: nora, body: { photoURL: other } })).toMatchObject({
    photoURL: other,
  });
});

test("white letters are readable on each color", () => {
  expect(BACKGROUNDS).toHaveLength(AVATAR_COLORS);
  for (const color of BACKGROUNDS) expect(contrast("#ffffff", color), color).toBeGreaterThanOrEqual(4.5);
});
