import { expect, test } from "vitest";
import { refusalOf } from "./refusals.ts";

const refused = (response: string, command = "RCPT TO") =>
  refusalOf(Object.assign(new Error(response), { response, command, responseCode: Number(response.slice(0, 3)) }));

test.each([
  "550 5.1.1 <nora@example.org>: Recipient address rejected: User unknown in relay recipient table",
  "550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking",
  "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient nora@example.org not found",
  "550 5.1.2 Bad destination system address",
  "501 5.1.3 Bad recipient address syntax",
  "551 5.1.6 Mailbox has moved",
  "550 5.2.1 The email account that you tried to reach is disabled",
  "550 No such user here",
  "550 <spam.relay@example.org>: unknown user",
  "551 User not local",
  "553 mailbox name not allowed",
])("“%s” says that the address doesn't exist", (response) => {
  expect(refused(response)).toMatchObject({ isOfRecipient: true, isOfAddress: true });
});

test.each([
  "550 5.7.1 <nora@example.org>: Relay access denied",
  "550 5.7.26 This mail has been blocked because the sender is unauthenticated",
  "552 5.2.2 Mailbox full",
  "550 5.4.1 Recipient address rejected: Access denied",
  "550 #5.1.0 Address rejected",
  "550 Message blocked, see https://example.org/5.7.1",
  "554 Service unavailable; Client host [192.0.2.1] blocked using zen.example.org",
  "550 relay not permitted",
  "550 Sender verify failed",
  "553 sorry, that domain isn't in my list of allowed rcpthosts; authenticate first",
  "550 5.1.1.7 is not allowed to send: your client has a bad reputation",
])("“%s” says nothing about the address", (response) => {
  expect(refused(response)).toMatchObject({ isOfRecipient: true, isOfAddress: false });
});

test("only an answer to the recipient is about the address", () => {
  expect(refused("550 5.1.1 No such user", "MAIL FROM")).toMatchObject({ isOfAddress: false });
  expect(refused("550 No such user", "DATA")).toMatchObject({ answer: "DATA 550", isOfAddress: false });
  expect(refused("535 5.7.8 Wrong password", "AUTH PLAIN")?.answer).toBe("AUTH PLAIN 535 5.7.8");
});

test("a temporary answer, or none, isn't a refusal", () => {
  expect(refused("450 4.2.0 Greylisted")).toBeNull();
  expect(refusalOf(new Error("550 5.1.1"))).toBeNull();
  expect(refusalOf(null)).toBeNull();
});
