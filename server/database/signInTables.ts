import type { Generated } from "kysely";

/** The tables of sessions and sign-in methods. */
export interface SignInTables {
  sessions: SessionRow;
  session_changes: SessionChangeRow;
  accounts: AccountRow;
  pending_sign_ins: PendingSignInRow;
  known_devices: KnownDeviceRow;
  mail_links: MailLinkRow;
  passkeys: PasskeyRow;
  second_factors: SecondFactorRow;
  recovery_codes: RecoveryCodeRow;
  remembered_devices: RememberedDeviceRow;
  account_invitations: AccountInvitationRow;
  role_claims: RoleClaimRow;
}

interface SessionRow {
  id: string;
  /** SHA-256 of the token in the cookie. */
  token: string;
  user_id: string;
  expires_at: number;
  ip_address: string | null;
  user_agent: string | null;
  /** When the user signed in. */
  created_at: number;
  updated_at: number;
  /** Set by a trigger when the user's role changes. */
  needs_renewal: Generated<number>;
  /** 1 if the user signed in with a passkey, or with a code of the second factor, on this device or now. */
  has_second_factor: Generated<number>;
}

/**
 * A sign-in method: a password (`provider_id` = "credential"), or an identity at an OIDC provider, keyed by issuer and
 * subject.
 */
interface AccountRow {
  id: string;
  account_id: string;
  provider_id: string;
  user_id: string;
  /** The argon2id hash. */
  password: string | null;
  created_at: number;
  updated_at: number;
}

/** A sign-in that has begun but isn't finished. */
interface PendingSignInRow {
  /** SHA-256 of the state, which the browser has in a cookie. */
  token_hash: string;
  /** JSON. */
  details: string;
  expires_at: number;
}

/** A single-use link that was sent by email. */
interface MailLinkRow {
  /** SHA-256 of the token in the link. */
  token_hash: string;
  purpose: "passwordReset" | "emailVerification" | "emailChange";
  user_id: string;
  /** The address that the link was sent to. */
  email: string;
  expires_at: number;
}

/** A device that a user has signed in with: a sign-in with another one is reported by email. */
interface KnownDeviceRow {
  user_id: string;
  /** "Chrome on Windows". */
  device: string;
  first_seen_at: number;
}

/** A change that makes cached sessions of a user stale; written by triggers. */
interface SessionChangeRow {
  id: Generated<number>;
  user_id: string;
  changed_at: number;
}

interface PasskeyRow {
  /** UUIDv7. */
  id: string;
  user_id: string;
  /** The authenticator's id of the passkey, base64url. */
  credential_id: string;
  /** COSE, base64url. */
  public_key: string;
  /** The authenticator's count of sign-ins; always 0 for passkeys that are synchronized between devices. */
  counter: number;
  /** Given by the user. */
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** An authenticator app (TOTP). */
interface SecondFactorRow {
  user_id: string;
  /** Encrypted (session/secondFactor/codes.ts). */
  secret: string;
  /** The time step of the last accepted code, in units of 30 seconds since 1970: no code is accepted twice. */
  last_step: number;
  created_at: number;
}

/** An unused recovery code. */
interface RecoveryCodeRow {
  user_id: string;
  /** SHA-256 of the code, which has 80 random bits. */
  code_hash: string;
}

/** A browser in which the user signs in without a code of the second factor. */
interface RememberedDeviceRow {
  /** UUIDv7. */
  id: string;
  user_id: string;
  /** SHA-256 of the token in the cookie. */
  token_hash: string;
  user_agent: string | null;
  created_at: number;
  expires_at: number;
}

/** An admin's invitation to create an account; the row is deleted when it is accepted, revoked or expired. */
interface AccountInvitationRow {
  /** The id that the account will have. */
  id: string;
  /** Lower case. */
  email: string;
  expires_at: number;
}

/** Whether a provider has sent a claim that decides about roles. */
interface RoleClaimRow {
  /** The provider's issuer and the name of the claim. */
  claim: string;
  /** When a sign-in carried it for the first time. */
  carried_at: number | null;
  /** The last sign-in without it, before one carried it. */
  missed_at: number | null;
}
