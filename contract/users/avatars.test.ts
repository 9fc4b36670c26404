import { expect, test } from "vitest";
import { avatarAt, avatarPath } from "./avatars.ts";
import { isWebAddress } from "./webAddress.ts";

test.each([
  ["Nora New", "NN"],
  ["nora", "N"],
  ["  Zoë  van der Ü. ", "ZÜ"],
  ["Đặng Thị Hà", "ĐH"],
  ["أحمد علي", "أع"],
  ["李小龍", "李"],
  ["(Bob) 'Smith", "BS"],
  ["ßeta", "S"],
  ["😀 Smiley", "S"],
  ["4chan", "4"],
])("the picture of %j shows %s", (name, letters) => {
  const path = avatarPath(name) ?? "";
  expect(avatarAt(path)?.letters).toBe(letters);
  expect(isWebAddress(path)).toBe(true);
});

test.each(["", "😀", "<>", "…", "  "])("the name %j has no initials and so no picture", (name) => {
  expect(avatarPath(name)).toBeNull();
});

test("the same name always has the same picture; names with the same initials differ in color", () => {
  expect(avatarPath("Nora New")).toBe(avatarPath(" Nora New "));
  const colors = ["Nora New", "Nina Noll", "Nils Nord", "Nele Nast"].map(
    (name) => avatarAt(avatarPath(name) ?? "")?.color,
  );
  expect(new Set(colors).size).toBeGreaterThan(1);
});
