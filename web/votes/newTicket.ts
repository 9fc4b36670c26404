/** Creates the ticket of a secret vote: 128 random bits as hex digits. */
export function newTicket(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
