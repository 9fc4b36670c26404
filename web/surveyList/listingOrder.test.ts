import { expect, test } from "vitest";
import { listingOrder } from "./listingAddress.ts";

test.each([
  ["", "", ""],
  ["newest", "", ""],
  ["newest", "desc", ""],
  ["newest", "asc", "newest.asc"],
  ["", "asc", "votes.asc"],
  ["votes", "", "votes.desc"],
  ["deadline", "", "deadline.asc"],
  ["deadline", "desc", "deadline.desc"],
] as const)("a list by %j, sort %j, is labeled with the order that the server gives it: %j", (by, sort, order) => {
  expect(listingOrder({ by, sort })).toBe(order);
});
