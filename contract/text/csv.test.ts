import { expect, test } from "vitest";
import { fromCsvCell, toCsv } from "./csv.ts";

const golden = [
  "email,name,vote,reported text,comment",
  'anna@example.org,Anna,Yes,,"Good, but ""loud"" at night"',
  "ben@example.org,\"Ben\nBrandt\",No,'=HYPERLINK(0),'+41",
  "'@home,'-1,Yes,'\tx,'\0x",
  '"\'=1,2",\'\'=quoted,No," led by a space, fine",Zoë 🍞',
  "",
].join("\r\n");

// Security: H13, R04
test("a table becomes exact CSV: quotes, line ends, no formulas", () => {
  const csv = toCsv([
    ["email", "name", "vote", "reported text", "comment"],
    ["anna@example.org", "Anna", "Yes", "", 'Good, but "loud" at night'],
    ["ben@example.org", "Ben\nBrandt", "No", "=HYPERLINK(0)", "+41"],
    ["@home", "-1", "Yes", "\tx", "\0x"],
    ["=1,2", "''=quoted", "No", " led by a space, fine", "Zoë 🍞"],
  ]);
  expect(csv).toBe(golden);
});

test("a cell that starts with a carriage return is quoted and made safe", () => {
  expect(toCsv([["\rx"]])).toBe('"\'\rx"\r\n');
});

test("a formula in full-width characters, or after another separator that would start a new cell, is made safe", () => {
  expect(toCsv([["＝1", "＠x"]])).toBe("'＝1,'＠x\r\n");
  expect(toCsv([["nice; =1", "tab\t+1", "a-b; c"]])).toBe("nice; '=1,tab\t'+1,a-b; c\r\n");
  expect(toCsv([["two\n@lines"]])).toBe('"two\n\'@lines"\r\n');
  // Separated by semicolons, the second cell would be `""=1`, which is read as `=1`.
  expect(toCsv([['a;"=1;b']])).toBe('"a;""\'=1;b"\r\n');
});

test("an empty list of records gives an empty text", () => {
  expect(toCsv([])).toBe("");
});

test("separated by semicolons, cells with commas stay as they are, and formulas are made safe after each other separator", () => {
  const csv = toCsv(
    [
      ["a,b", "c;d", 'say "x"', "1,5"],
      ["nice, =1", "-1", "a;=1", "tab\t+1"],
    ],
    "semicolon",
  );
  expect(csv).toBe('a,b;"c;d";"say ""x""";1,5\r\nnice, \'=1;\'-1;"a;=1";tab\t\'+1\r\n');
});

test("the apostrophes before formulas are gone when a cell is read again", () => {
  for (const text of ["=1+1", "-Ada", "＝1", "nice; =1", "two\n@lines", "O'Neil", "'quoted'"])
    for (const separator of ["comma", "semicolon"] as const) {
      const [cell = ""] = toCsv([[text]], separator).split("\r\n");
      const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      expect(fromCsvCell(read)).toBe(text);
    }
});
