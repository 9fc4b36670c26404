import { expect, test } from "vitest";
import { greeting } from "./greeting.ts";

test.each([
  ["Nora", "Nora"],
  ["Nora New", "Nora"],
  ["Zoë Ü.", "Zoë"],
  ["Anne-Marie O'Neill", "Anne-Marie"],
  ["O'Neill", "O'Neill"],
  ["Đặng Thị Hà", "Đặng"],
  ["أحمد علي", "أحمد"],
  ["李小龍", "李小龍"],
  ["Kaʻiulani", "Kaʻiulani"],
  ["Лев Толстой", "Лев"],
  ["Your account was hacked", "Your"],
])("an email greets %s by the first word only", (name, first) => expect(greeting(name)).toBe(`Hi ${first},`));

test("a greeting to an unconfirmed address doesn't have a name", () => expect(greeting(null)).toBe("Hi,"));

test.each([
  "J. R. Tolkien",
  "evil.example",
  "visit https://evil.example/now",
  "evil．example", // a full-width dot, which browsers read as a dot
  "evil。example",
  "www evil example",
  "Win 1000 dollars",
  "Call 555 123",
  "Nora/evil",
  "nora@evil.example",
  'Nora <b>"Bold"</b>',
  "Your account was closed call us today",
  "N".repeat(41),
  "Nora\u202eelpmaxe",
  "Nora\u200bevil",
  "Nora\u3164",
  "Pаypal", // with a Cyrillic "а"
  "Аdmin", // begins with a Cyrillic letter
  "evilꓸexample", // a letter that looks like a dot
  "Nora\u2028evil",
  " ",
  "",
])("an email does not use %j as a name", (name) => expect(greeting(name)).toBe("Hi,"));
