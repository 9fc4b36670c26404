import type { Generated } from "kysely";

/** A row of `users`. */
export interface UserRow {
  id: string;
  name: string;
  /** The name from `storedFold` (foldText.ts). */
  folded: Generated<string | null>;
  /** Lower case; null for guests, and once the account is deleted (userAddress.ts). */
  email: string | null;
  /** 1 for a guest: an account in use that doesn't have an address or a way to sign in (contract/account/guests.ts). */
  is_guest: Generated<number>;
  email_verified: number;
  photo_url: string | null;
  role: Generated<"user" | "surveyor" | "admin">;
  status: Generated<string>;
  /**
   * Incremented when the password or email changes, or the email is verified, which invalidates links requested before.
   */
  credential_version: Generated<number>;
  /** The random id by which authenticators know the user; null until the first passkey is about to be added. */
  passkey_handle: Generated<string | null>;
  /**
   * The language of pages and emails (BCP 47): that of the page at the first sign-in, until the user chooses one; null
   * for none.
   */
  language: Generated<string | null>;
  /** The time zone of the browser last signed in with (IANA), in which emails give times; null for none. */
  time_zone: Generated<string | null>;
  created_at: number;
  updated_at: number;
  /** The day on which the account was last used, as its beginning; null before the first sign-in. */
  used_at: Generated<number | null>;
  /**
   * How many emails have announced the account's deletion since its last use (0, 1 or 2), and when the last was
   * enqueued.
   */
  inactivity_notices: Generated<number>;
  inactivity_told_at: Generated<number | null>;
  /** When the account will be deleted by an admin's decision; null for others. */
  erase_at: Generated<number | null>;
}
