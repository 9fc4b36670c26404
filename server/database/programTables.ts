/** A key with which a user's program sends requests. */
export interface ApiKeyRow {
  /** UUIDv7. */
  id: string;
  user_id: string;
  name: string;
  /** SHA-256 of the key. */
  key_hash: string;
  /** Separated by blanks. */
  scopes: string;
  created_at: number;
  /** Null for a key that does not expire. */
  expires_at: number | null;
  /** Stored once a minute at most; null before the first use. */
  last_used_at: number | null;
}
