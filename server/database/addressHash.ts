import { createHmac } from "node:crypto";
import { deriveKey } from "./tokenHash.ts";

/** Hashes an email address with the server's secret: 32 hex digits, from which guessing addresses finds nothing without it. */
export type HashAddress = (email: string) => string;

export function createAddressHash(secret: string): HashAddress {
  const key = deriveKey(secret, "refused address");
  return (email) => createHmac("sha256", key).update(email.toLowerCase()).digest("hex").slice(0, 32);
}
