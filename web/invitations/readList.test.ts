import { expect, test } from "vitest";
import { findDuplicates, LIST_BYTES_MAX, readList, readListFile } from "./readList.ts";

const row = (line: number, email: string, label = "") => ({ line, email, label });

test.each([
  ["addresses", "ada@example.org\nbob@example.org\n", [row(1, "ada@example.org"), row(2, "bob@example.org")]],
  ["labels", "Ada\n\nBob", [row(1, "", "Ada"), row(3, "", "Bob")]],
  [
    "both in any order",
    "Ada,ada@example.org\nbob@example.org,Bob",
    [row(1, "ada@example.org", "Ada"), row(2, "bob@example.org", "Bob")],
  ],
  [
    "semicolons and quotes",
    '"Lovelace, Ada";ada@example.org\r\nBob;bob@example.org',
    [row(1, "ada@example.org", "Lovelace, Ada"), row(2, "bob@example.org", "Bob")],
  ],
  [
    "semicolons under headers, as spreadsheets save it",
    "email;name\r\n\r\nada@example.org;Ada\r\n",
    [row(3, "ada@example.org", "Ada")],
  ],
  [
    "headers, with other columns",
    "\ufeffSeat,E-Mail,Name\n7,ada@example.org,Ada\n8,,Bob",
    [row(2, "ada@example.org", "Ada"), row(3, "", "Bob")],
  ],
  [
    "a group, under its header",
    "Name;Group\nAda;Alto\nBob;",
    [{ ...row(2, "", "Ada"), group: "Alto" }, row(3, "", "Bob")],
  ],
  ["a mail program's form", "Ada Lovelace <ada@example.org>", [row(1, "ada@example.org", "Ada Lovelace")]],
  ["formulas and wrong addresses, for the server to judge", "=1+1,x@\n", [row(1, "x@", "=1+1")]],
])("a list of %s is read", (_, text, rows) => {
  expect(readList(text)).toMatchObject({ rows, leftOut: [] });
});

test("lists without people, with too many, or too long are told apart", () => {
  expect(readList("\n , \n")).toBe("empty");
  expect(readList("email,name\n")).toBe("empty");
  expect(readList("x\n".repeat(100_001))).toBe("tooMany");
  expect(readList("x".repeat(LIST_BYTES_MAX + 1))).toBe("tooLarge");
});

test("a file is UTF-8 or marked UTF-16; other encodings and formats are not guessed", async () => {
  const file = (bytes: number[]) => readListFile(new Blob([new Uint8Array(bytes)]));
  expect(await readListFile(new Blob(["Zoë,zoe@example.org"]))).toEqual({ text: "Zoë,zoe@example.org" });
  expect(await file([0xff, 0xfe, 0x5a, 0, 0xeb, 0])).toEqual({ text: "Zë" });
  expect(await file([0x5a, 0x6f, 0xeb])).toEqual({ problem: "notText" });
  expect(await file([0x50, 0x4b, 3, 4, 0])).toEqual({ problem: "notText" });
  expect(await readListFile(new Blob(["x".repeat(LIST_BYTES_MAX + 1)]))).toEqual({ problem: "tooLarge" });
});

test("an address counts once, whatever its case; labels can repeat", () => {
  const rows = [row(1, "Ada@example.org"), row(2, "", "Ada"), row(3, "ada@EXAMPLE.org"), row(4, "", "Ada")];
  expect([...findDuplicates(rows)]).toEqual([[rows[2], rows[0]]]);
});

test("lists with millions of lines or endless cells are read in bounded time, and the server names what is too long", () => {
  expect(readList("a\n".repeat(4_900_000))).toBe("tooMany");
  const endless = `<${"@".repeat(9_900_000)}`;
  expect(readList(endless)).toMatchObject({ rows: [{ email: endless.slice(1, 256), label: "" }] });
  const long = "x".repeat(5000);
  expect(readList(`${long}@example.org,${long}`)).toMatchObject({
    rows: [{ line: 1, email: long.slice(0, 255), label: long.slice(0, 81) }],
  });
});
