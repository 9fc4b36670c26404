import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { newPassword, sentPassword } from "../session/session.ts";
import { isWebAddress } from "../users/webAddress.ts";
import { email, id, line, newEmail, paragraphs, search } from "./text.ts";

const name = line("Name", 1, 80);
const text = paragraphs("Description", 5000);

/** The result of parsing a value: the output, or the first error message. */
function read(schema: z.ZodMiniType, value: unknown): unknown {
  const result = schema.safeParse(value);
  return result.success ? result.data : result.error.issues[0]?.message;
}

test.each([
  "https://example.org/a.png",
  "https://example.org",
  "HTTPS://EXAMPLE.ORG/A.PNG",
  "https://müller.example/bild.png?größe=1#x",
  "https://[2001:db8::1]/a.png",
  "https://example.org:8443/a.png",
  "/images/0b0e6f3c-7c53-4c0c-9d0a-1f7b7a3f0b11.webp",
])("%s is accepted as a web address", (address) => {
  expect(isWebAddress(address)).toBe(true);
});

// Security: H06, R02
test.each([
  ["no https", "http://example.org/a.png"],
  ["a script", "javascript:alert(1)"],
  ["a script in capitals", "JaVaScRiPt:alert(1)"],
  ["a script behind a blank", " javascript:alert(1)"],
  ["a script with a tab in it", "java\tscript:alert(1)"],
  ["data", "data:image/svg+xml,<svg onload=alert(1)>"],
  ["a blob", "blob:https://example.org/1"],
  ["a file", "file:///etc/passwd"],
  ["another scheme", "ftp://example.org/a.png"],
  ["a name", "https://user@example.org/"],
  ["a name and password", "https://user:secret@example.org/"],
  ["no scheme", "//evil.example/a.png"],
  ["a path", "/dashboard"],
  ["a backslash", "https:\\\\evil.example"],
  ["a backslash after the host", "https://example.org\\@evil.example/"],
  ["a slash and a backslash", "/\\evil.example"],
  ["a line break", "https://example.org/\nSet-Cookie: x"],
  ["a NUL", "https://example.org/\u0000"],
  ["a control character", "https://example.org/\u0085"],
  ["a lone surrogate", "https://example.org/\ud800"],
  ["a blank", "https://example.org/a b"],
  ["no host", "https://"],
  ["an impossible host", "https://exa%00mple.org/"],
  ["an upload elsewhere", "/images/../secret.webp"],
  ["an upload of another kind", "/images/a.svg"],
  ["an upload's path with more behind it", "/images/a.webp?x"],
  ["nothing", ""],
])("%s is not a web address: %j", (_, address) => {
  expect(isWebAddress(address)).toBe(false);
});

test.each(["\u3164", "\u200b\u200b", "\u2800", "\u00ad", "\u2060 \ufeff", "\u{e0041}", "\u0301"])(
  "a line without visible characters counts as empty: %j",
  (unseen) => expect(read(name, unseen)).toBe("Name is required"),
);

test.each(["👍", "§", "李", "محمد", "ก", "می\u200cخواهم", "-"])("a line may be %s", (seen) =>
  expect(read(name, seen)).toBe(seen),
);

test("a line is trimmed and composed (NFC), so texts that look the same are equal", () => {
  expect(read(name, "  Zoe\u0308 Müller \n")).toBe("Zo\u00eb Müller");
});

test("a line has from 1 to its maximum of characters; blanks count as empty", () => {
  expect(read(name, "x".repeat(80))).toBe("x".repeat(80));
  expect(read(name, "x".repeat(81))).toBe("Name must be at most 80 characters");
  expect(read(name, "")).toBe("Name is required");
  expect(read(name, " \t\u00a0 ")).toBe("Name is required");
  expect(read(name, undefined)).toBe("Name is required");
  expect(read(name, null)).toBe("Name is required");
  expect(read(name, ["Anna"])).toBe("Name must be text");
});

// Security: H13, R07
test.each([
  ["NUL", "\u0000", "U+0000"],
  ["a line break", "\n", "U+000A"],
  ["a line separator", "\u2028", "U+2028"],
  ["a paragraph separator", "\u2029", "U+2029"],
  ["escape", "\u001b", "U+001B"],
  ["delete", "\u007f", "U+007F"],
  ["right-to-left override", "\u202e", "U+202E"],
  ["left-to-right isolate", "\u2066", "U+2066"],
  ["right-to-left mark", "\u200f", "U+200F"],
  ["Arabic letter mark", "\u061c", "U+061C"],
  ["lone surrogate", "\ud83d", "U+D83D"],
])("a line that contains %s is rejected, and the error names the character", (_, character, code) => {
  expect(read(name, `A${character}da`)).toBe(`Name must not contain control characters (${code})`);
});

test.each([
  "\u200b",
  "\u200d",
  "\u200e",
  "\u202a",
  "\u2028",
  "\u2060",
  "\u2069",
  "\ufeff",
  "\u00ad",
  "\u00a0",
  "\u061c",
  "\u3000",
  "\u3164",
  "\u0085",
])("%j is left out at the ends of a line, and of what someone searches for", (unseen) => {
  for (const schema of [name, search]) {
    expect(read(schema, `${unseen}Ada Li${unseen}${unseen}`)).toBe("Ada Li");
    expect(read(schema, ` ${unseen} Ada Li\t${unseen}\n`)).toBe("Ada Li");
  }
});

test("flags, hearts and families at the end of a line keep the unseen characters that make them", () => {
  for (const written of [
    "Team \u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "Team ❤\ufe0f",
    "👩‍👩‍👧",
  ])
    expect(read(name, written)).toBe(written);
});

test("a password stays as it was typed", () => {
  const typed = "\u200bPa\u00adss1!\u00a0";
  expect(read(newPassword, typed)).toBe(typed);
  expect(read(sentPassword, typed)).toBe(typed);
});

test("lines and paragraphs keep what people write: emoji, joiners, accents, other scripts", () => {
  for (const written of ["👩‍👩‍👧 Familie", "Ñandú", "محمد", "李雷", "O'Brien <x>"]) {
    expect(read(name, written)).toBe(written);
    expect(read(text, written)).toBe(written);
  }
});

test("paragraphs keep line breaks and tabs, and reject other control characters, overrides and lone surrogates", () => {
  expect(read(text, "one\n\ttwo")).toBe("one\n\ttwo");
  const hostile = {
    "\u0000": "U+0000",
    "\u001b": "U+001B",
    "\u009f": "U+009F",
    "\u202d": "U+202D",
    "\u2069": "U+2069",
  };
  for (const [character, code] of [...Object.entries(hostile), ["\udc00", "U+DC00"]]) {
    expect(read(text, `a${character}b`)).toBe(`Description must not contain control characters (${code})`);
  }
  expect(read(text, "x".repeat(5001))).toBe("Description must be at most 5000 characters");
});

test("accounts of version 1.0 are named by addresses that new ones can't have", () => {
  expect(read(email, "Anna@example-.org")).toBe("anna@example-.org");
  expect(read(newEmail, "anna@example-.org")).toBe("Enter a valid email address");
});

test("an address that contains a control character names it", () => {
  expect(read(newEmail, "anna\u0000@mail.example")).toBe("Enter a valid email address (U+0000)");
});

test("an email address is trimmed and converted to lower case", () => {
  expect(read(email, "  Anna.Meier+Surveys@Mail.Example ")).toBe("anna.meier+surveys@mail.example");
});

// Security: R07
test.each([
  "anna",
  "anna@",
  "@mail.example",
  "anna@mail",
  "anna@@mail.example",
  "an na@mail.example",
  "anna@mail.example\r\nBcc: all@mail.example",
  "anna\u0000@mail.example",
  "<anna@mail.example>",
  "anna@mail.example,berta@mail.example",
  "\ud800anna@mail.example",
  `${"a".repeat(250)}@mail.example`,
])("%j is not an email address", (address) => {
  expect(email.safeParse(address).success).toBe(false);
});

// Security: R08
test("hostile text of 64 KB is validated in less than 50 ms", () => {
  const schemas = [name, text, email];
  const hostile = [
    "a".repeat(65_536),
    `a@${"a.".repeat(32_768)}`,
    "@.".repeat(32_768),
    " ".repeat(65_535),
    "a@".repeat(32_768),
  ];
  for (const schema of schemas) {
    for (const value of hostile) {
      // A busy machine can delay one attempt; code that is really slow is slow in all of them.
      const tries = Array.from({ length: 5 }, () => {
        const before = performance.now();
        schema.safeParse(value);
        return performance.now() - before;
      });
      expect(Math.min(...tries)).toBeLessThan(50);
    }
  }
});

test("an id is opaque, and never a path", () => {
  expect(id.safeParse("0199f3a2-7c53-7c0c-9d0a-1f7b7a3f0b11").success).toBe(true);
  for (const hostile of ["", "..", "a/b", "a%2fb", "a b", "a\u0000", "a'--", "x".repeat(65), 7, ["a"]]) {
    expect(id.safeParse(hostile).success).toBe(false);
  }
});
