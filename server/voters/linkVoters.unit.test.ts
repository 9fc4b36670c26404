import { expect, test } from "vitest";
import { isLinkCookie } from "./linkCookie.ts";
import { linkVoterId } from "./linkVoters.sql.ts";

test("the cookies that version 1.0 has set stay valid, and their votes are found", () => {
  const key = "0123456789abcdef".repeat(4);
  const cookie = "AAECAwQFBgcICQoLDA0OD4YD47Dg5nVf6d6KFK01MkY";
  expect(isLinkCookie(key, cookie)).toBe(true);
  expect(linkVoterId(key, cookie)).toBe("7c20a786165713d4b563a4c2391a02b7");
});
