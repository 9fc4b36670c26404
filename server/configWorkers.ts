import { availableParallelism } from "node:os";

/** Each worker opens its own connections to the database; a machine with more cores needs several instances anyway. */
export const WORKERS_MAX = 64;

/** @returns the number of processes; a sentence if the settings don't fit together */
export function workersOf({
  WORKERS,
  DATABASE_URL,
  NODE_ENV,
}: {
  WORKERS: number | "auto";
  DATABASE_URL?: string | undefined;
  NODE_ENV: string;
}): number | string {
  if (WORKERS !== 1 && !DATABASE_URL) return "WORKERS needs DATABASE_URL: only one process may write an SQLite file.";
  if (WORKERS !== 1 && NODE_ENV !== "production")
    return "WORKERS is for NODE_ENV=production: elsewhere one process plays the mail server and Stripe.";
  return WORKERS === "auto" ? availableParallelism() : WORKERS;
}
