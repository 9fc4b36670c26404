/** An instant of the database, in milliseconds since 1970, as the contract writes it. */
export function toIso(at: number): string;
export function toIso(at: number | null): string | null;
export function toIso(at: number | null) {
  return at === null ? null : new Date(at).toISOString();
}
