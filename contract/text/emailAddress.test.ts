import { expect, test } from "vitest";
import { maskedEmail } from "../users/users.ts";
import { mailboxOf, partOfAddress, readDomain, readEmailAddress, writtenAddress } from "./emailAddress.ts";
import { newEmail } from "./text.ts";

test.each([
  ["Anna@Example.org", "anna@example.org"],
  ["anna@müller.example", "anna@xn--mller-kva.example"],
  ["anna@MÜLLER.example", "anna@xn--mller-kva.example"],
  ["anna@mu\u0308ller.example", "anna@xn--mller-kva.example"],
  ["anna@xn--mller-kva.example", "anna@xn--mller-kva.example"],
  ["иван@пример.рф", null],
  ["ivan@пример.рф", "ivan@xn--e1afmkfd.xn--p1ai"],
  ["anna@xn--e1afmkfd.xn--p1ai", "anna@xn--e1afmkfd.xn--p1ai"],
  ["yuki@例え。テスト", "yuki@xn--r8jz45g.xn--zckzah"],
  ["yuki＠ｅｘａｍｐｌｅ．ｏｒｇ", "yuki@example.org"],
  ["ali@نامه\u200cای.com", "ali@xn--mgba3gch31f060k.com"],
  ["o'brien@example.org", "o'brien@example.org"],
  [".anna..x.@example.org", ".anna..x.@example.org"],
  ["a!#$%&'*+/=?^_`{|}~-b@example.org", "a!#$%&'*+/=?^_`{|}~-b@example.org"],
  ["anna@r3---sn.example.org", "anna@r3---sn.example.org"],
  ["anna@1and1.org", "anna@1and1.org"],
])("%j is read as %j", (typed, stored) => {
  expect(readEmailAddress(typed)).toBe(stored);
});

test.each(["\u200b", "\u200d", "\u00ad", "\u2060", "\ufeff", "\u200e", "\u202a", "\u202c", "\u00a0", "\u202f"])(
  "%j is left out of an address, wherever it stands",
  (unseen) => {
    const typed = [..."anna@example.org"].join(unseen);
    expect(readEmailAddress(`${unseen} ${typed} ${unseen}`)).toBe("anna@example.org");
  },
);

test.each([
  "a@b-.org",
  "a@-b.org",
  "a@1.2",
  "a@127.0.0.1",
  "a@0x1.0x2",
  "a@[127.0.0.1]",
  "a@localhost",
  "a@example..org",
  "a@example.org.",
  "a@exa_mple.org",
  "a@example.org/x",
  "a@example.org:25",
  "a@exa%6dple.org",
  "a@example.org?x",
  "a@b@example.org",
  "a b@example.org",
  "a@exam ple.org",
  "a@exam\u2028ple.org",
  "\u00e4nna@example.org",
  "a\u212a@example.org",
  '"a b"@example.org',
  "a@example.123",
  `a@${"b".repeat(64)}.org`,
  `a@${"b.".repeat(130)}org`,
  `${"a".repeat(250)}@example.org`,
  "@example.org",
  "example.org",
  "",
])("%j is no address", (typed) => {
  expect(readEmailAddress(typed)).toBeNull();
  expect(newEmail.safeParse(typed).success).toBe(false);
});

test("an address is shown as people write it, and read back as it was stored", () => {
  for (const written of [
    "anna@müller.example",
    "ivan@пример.рф",
    "yuki@例え.テスト",
    "x@i❤.ws",
    "ali@نامه\u200cای.com",
    "a@faß.de",
  ]) {
    const stored = readEmailAddress(written) ?? "";
    expect(stored).toMatch(/@.*xn--/);
    expect(writtenAddress(stored)).toBe(written);
  }
});

test("a text that isn't an address with an internationalized domain is shown as it is", () => {
  for (const text of [
    "anna@example.org",
    "a•••@m•••.example",
    "",
    "id@deleted.invalid",
    "a@xn--zzzzzz.de",
    "a@xn--.de",
  ])
    expect(writtenAddress(text)).toBe(text);
  // It decodes to "a", which people would write directly.
  expect(writtenAddress("a@xn--a-.de")).toBe("a@xn--a-.de");
});

test.each([
  ["anna@müller.example", "anna@xn--mller-kva.example"],
  ["@Müller", "@xn--mller-kva"],
  ["müller", "xn--mller-kva"],
  ["müller.example", "xn--mller-kva.example"],
  ["anna@example", "anna@example"],
  ["Zoë Müller", "Zoë Müller"],
  ["müller/x", "müller/x"],
  ["", ""],
])("a search for %j looks for %j in addresses", (typed, part) => {
  expect(partOfAddress(typed)).toBe(part);
});

test("a masked address begins like the one that people write", () => {
  expect(maskedEmail("anna@xn--mller-kva.example")).toBe("a•••@m•••.example");
  expect(maskedEmail("ivan@xn--e1afmkfd.xn--p1ai")).toBe("i•••@п•••.рф");
  expect(maskedEmail("anna@mail.example")).toBe("a•••@m•••.example");
});

test("a domain of a setting is read like that of an address", () => {
  expect(readDomain("Müller.example")).toBe("xn--mller-kva.example");
  expect(readDomain("1.2")).toBeNull();
});

test.each([
  ["anna+news@example.org", "anna@example.org"],
  ["anna+a+b@example.org", "anna@example.org"],
  ["an.na@example.org", "an.na@example.org"],
  ["an.na+x@gmail.com", "anna@gmail.com"],
  ["a.n.n.a@googlemail.com", "anna@gmail.com"],
  ["+x@example.org", "+x@example.org"],
  ["...@gmail.com", "...@gmail.com"],
  ["an.na@notgmail.com", "an.na@notgmail.com"],
])("%s reaches the mailbox %s", (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
