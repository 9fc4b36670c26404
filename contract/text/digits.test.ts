import { expect, test } from "vitest";
import { readReceipt } from "../ballots/ledger.ts";
import { passRule } from "../ballots/passRule.ts";
import { readCrockford } from "./crockford.ts";
import { readWholeNumber, withPlainDigits } from "./digits.ts";

test.each([
  ["Arabic", "٠١٢٣٤٥٦٧٨٩"],
  ["Persian", "۰۱۲۳۴۵۶۷۸۹"],
  ["Hindi", "०१२३४५६७८९"],
  ["Bengali", "০১২৩৪৫৬৭৮৯"],
  ["Tamil", "௦௧௨௩௪௫௬௭௮௯"],
  ["Thai", "๐๑๒๓๔๕๖๗๘๙"],
  ["Burmese", "၀၁၂၃၄၅၆၇၈၉"],
  ["Khmer", "០១២៣៤៥៦៧៨៩"],
  ["wide", "０１２３４５６７８９"],
  ["bold", "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗"],
  ["double-struck", "𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡"],
  ["Chakma", "𑄶𑄷𑄸𑄹𑄺𑄻𑄼𑄽𑄾𑄿"],
])("digits in %s are digits", (_, digits) => {
  expect(withPlainDigits(`a${digits}½²`)).toBe("a0123456789½²");
});

test("a whole number is read in digits of every script, and nothing else is", () => {
  expect(readWholeNumber(" \u200f١٢ ")).toBe(12);
  for (const text of ["", "1.5", "1e3", "-1", "0x10", "１２a", "1 2", "9".repeat(16)])
    expect(readWholeNumber(text), text).toBeNull();
});

test("codes and receipts are read in digits of every script, with any dashes, and without unseen characters", () => {
  expect(readCrockford("۸k۴f–2q\u200bxw\u2069")).toBe("8K4F2QXW");
  expect(readCrockford("８Ｋ４Ｆ")).toBe("8K4F");
  // As messages and printed sentences have it, and typed on keyboards for Russian and Greek.
  for (const typed of ["8K4F-2QXW.", "(8K4F-2QXW)", "«8k4f-2qxw»,", "<8K4F2QXW>", "“8K4F-2QXW”…"])
    expect(readCrockford(typed), typed).toBe("8K4F2QXW");
  expect(readCrockford("АВСЕНКМОРТХ авсенкмортх")).toBe("ABCEHKM0PTXABCEHKM0PTX");
  expect(readCrockford("ΑΒΕΖΗΚΜΝΟΡΤΥΧ")).toBe("ABEZHKMN0PTYX");
  expect(readCrockford("Ж8K4")).toBeNull();
  expect(readReceipt("٣٩–a1f٢‐8f86-bf44-7fd3\u200e")).toEqual({ n: 39, mark: "a1f28f86bf447fd3" });
});

test.each([
  ["٢/٣", "2/3"],
  ["２／３", "2/3"],
  ["2⁄3", "2/3"],
  ["٦٠٪", "60%"],
  ["６０％", "60%"],
])("the share %j is %s", (typed, share) => {
  const rule = { needs: "atLeast", share: typed, of: "sides", quorum: null } as const;
  expect(passRule.parse(rule).share).toBe(share);
});
