import { createHmac } from "node:crypto";
import { deriveKey } from "./tokenHash.ts";

/** Hashes an email address with the server's secret: 32 hex digits, from which guessing addresses finds nothing without it. */
export type HashAddress = (email: string) => string;

export function createAddressHash(secret: string): HashAddress {
  const key = deriveKey(secret, "refused address");
  return (email) => createHmac("sha256", key).update(email.toLowerCase()).digest("hex").slice(0, 32);
}

/** A key for the addresses of people who voted and then deleted their account (`counted_addresses`). */
export interface CountedAddressKey {
  /** Stored with each hash: tells which secret the key is made of, and nothing about that secret. */
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
    number: deriveKey(secret, "number of the key of counted addresses").toString("hex").slice(0, 16),
    hash: (surveyId, email) =>
      createHmac("sha256", key).update(`${surveyId} ${email.toLowerCase()}`).digest("hex").slice(0, 32),
  };
}
