import { expect, test } from "vitest";
import { cardForm, readExpiry } from "./card.ts";

const form = cardForm(() => Date.parse("2026-11-21T12:00:00Z"));
const card = { number: "4242 4242 4242 4242", expiry: "11/26", cvc: "123", name: "" };

function complaints(typed: object): string[] {
  const result = form.safeParse({ ...card, ...typed });
  return result.success ? [] : result.error.issues.map(({ message }) => message);
}

test("a valid card is accepted until the end of its month, with or without a name", () => {
  expect(complaints({})).toEqual([]);
  expect(complaints({ name: "Anna Muster", cvc: "1234", number: "378282246310005" })).toEqual([]);
});

test("a card is accepted in digits of every script, and sent in plain ones", () => {
  const typed = { number: "٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢", expiry: "۱۱/۲۶", cvc: "１２３", name: "" };
  expect(form.parse(typed)).toEqual(card);
});

test.each([
  [{ number: "" }, "Card number is required"],
  [{ number: "4242 4242" }, "This card number is incomplete"],
  [{ number: "4242 4242 4242 4243" }, "This card number isn't valid"],
  [{ expiry: "" }, "Expiry is required"],
  [{ expiry: "13/29" }, "Expiry must be month and year, like 08/29"],
  [{ expiry: "soon" }, "Expiry must be month and year, like 08/29"],
  [{ expiry: "10/26" }, "This card has expired"],
  [{ cvc: "" }, "CVC is required"],
  [{ cvc: "12" }, "CVC must have three or four digits"],
])("%j shows %j, and nothing else", (typed, message) => {
  expect(complaints(typed)).toEqual([message]);
});

test.each(["08/29", "8/29", "08/2029", "0829", "082029", "08 / 29", "08-29"])("the expiry %j is parsed", (text) => {
  expect(readExpiry(text)).toEqual({ month: 8, year: 2029 });
});
