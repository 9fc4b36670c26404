import type { DeliveryFailure, WebhookEvent } from "@survey-app/contract/ops/webhooks.ts";
import type { Generated } from "kysely";

/** An API key, with which a user's integration sends requests. */
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

/**
 * A URL that gets a request when something happens to a survey. Its secret is derived, not stored (webhooks/sign.ts).
 */
export interface WebhookRow {
  /** UUIDv7. */
  id: string;
  user_id: string;
  url: string;
  /** Separated by blanks. */
  events: string;
  /** 1: about everyone's surveys, while its owner is an admin. */
  all_surveys: number;
  created_at: number;
  /** Incremented when the secret is replaced. */
  secret_version: Generated<number>;
  /** When the secret was last replaced. */
  replaced_at: Generated<number | null>;
  is_on: Generated<number>;
  /** The number of successive deliveries that failed permanently. */
  exhausted: Generated<number>;
}

/**
 * An event for a webhook, stored in the transaction that causes it; it waits to be sent while `next_at` is not null.
 */
export interface WebhookDeliveryRow {
  /** UUIDv7. */
  id: string;
  webhook_id: string;
  event: WebhookEvent | "test";
  /** Null for a test. */
  survey_id: string | null;
  created_at: number;
  attempts: Generated<number>;
  next_at: number | null;
  /** When it was given up, after the last attempt. */
  gave_up_at: Generated<number | null>;
  delivered_at: Generated<number | null>;
  /** The status of the last response, and why the last attempt failed. */
  status: Generated<number | null>;
  failure: Generated<DeliveryFailure | null>;
}
