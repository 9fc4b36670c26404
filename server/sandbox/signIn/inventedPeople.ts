import { createHash } from "node:crypto";

/** A user of the stand-in provider. */
export interface SandboxUser {
  name: string;
  /** Lower case; "" where the provider has none. */
  email: string;
  /** Whether the provider has verified the address. */
  isConfirmed: boolean;
}

/** One user of each relevant kind; the two addresses at example.com have accounts in the demo. */
export const sandboxUsers: readonly (SandboxUser & { what: string })[] = [
  {
    name: "Uli User",
    email: "user@example.com",
    isConfirmed: true,
    what: "is connected with the demo's account",
  },
  {
    name: "Nora Newcomer",
    email: "nora.newcomer@example.net",
    isConfirmed: true,
    what: "is new and gets an account",
  },
  {
    name: "Theo Tentative",
    email: "theo.tentative@example.net",
    isConfirmed: false,
    what: "is new, with an unconfirmed address",
  },
  {
    name: "Not Ada",
    email: "admin@example.com",
    isConfirmed: false,
    what: "claims the admin's address: turned away",
  },
];

/** The subject of a user: always the same for an address, even after a restart. */
export function subjectOf({ email, name }: SandboxUser): string {
  return createHash("sha256")
    .update(email || name)
    .digest("hex")
    .slice(0, 24);
}
