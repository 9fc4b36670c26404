import type { StoredRole } from "../users/users.ts";

/** Public: the README and the login page contain it. */
export const DEMO_PASSWORD = "Passw0rd!";

/** One account for each role; `pro` is a user with a membership (specification §15.1). */
export const demoAccounts: { name: string; email: string; role: StoredRole; isMember?: true }[] = [
  { name: "Ada Admin", email: "admin@example.com", role: "admin" },
  { name: "Sam Surveyor", email: "surveyor@example.com", role: "surveyor" },
  { name: "Pia Pro", email: "pro@example.com", role: "user", isMember: true },
  { name: "Uli User", email: "user@example.com", role: "user" },
];

/**
 * Whether an address belongs to a demo account. All visitors share these, so one visitor's details aren't stored for
 * the next.
 */
export const isDemoAddress = (address: string | null): boolean => demoAccounts.some(({ email }) => email === address);
