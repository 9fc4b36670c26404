import { createHmac } from "node:crypto";
import { mailboxOf } from "@survey-app/contract/text/emailAddress.ts";
import { deriveKey, numberOfKey } from "../database/tokenHash.ts";

/**
 * Hashes the mailbox of an email address with the server's secrets: 32 hex digits each, against which addresses can't
 * be guessed without the secret. The first hash is made with the current secret; the others match hashes stored before
 * it changed, and those of version 1.0, which hashed addresses unchanged.
 */
export type HashAddress = (email: string) => readonly [string, ...string[]];

export function createAddressHash([secret, ...formerSecrets]: readonly [string, ...string[]]): HashAddress {
  const hashWith = (each: string) => {
    const key = deriveKey(each, "refused address");
    return (email: string) => createHmac("sha256", key).update(email.toLowerCase()).digest("hex").slice(0, 32);
  };
  const [current, former] = [hashWith(secret), formerSecrets.map(hashWith)];
  return (email) => [
    current(mailboxOf(email)),
    current(email),
    ...former.flatMap((hash) => [hash(mailboxOf(email)), hash(email)]),
  ];
}

/** A key for the addresses of people on lists who deleted their account (`counted_addresses`). */
export interface CountedAddressKey {
  /** Stored with each hash: tells which secret the key is derived from, but nothing about that secret. */
  number: string;
  /** Differs for each survey, so that hashes don't tell who is on several lists. */
  hash(surveyId: string, email: string): string;
}

/** Creates the key of each secret; new hashes are made with the first. */
export function createCountedAddressKeys([secret, ...formerSecrets]: readonly [string, ...string[]]): readonly [
  CountedAddressKey,
  ...CountedAddressKey[],
] {
  return [createCountedAddressKey(secret), ...formerSecrets.map(createCountedAddressKey)];
}

function createCountedAddressKey(secret: string): CountedAddressKey {
  const key = deriveKey(secret, "counted address");
  return {
    number: numberOfKey(secret, "counted addresses"),
    hash: (surveyId, email) =>
      createHmac("sha256", key).update(`${surveyId} ${email.toLowerCase()}`).digest("hex").slice(0, 32),
  };
}
