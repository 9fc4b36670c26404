import { useRef } from "react";

/**
 * Returns the ticket of a request about a value, by which the server recognizes a retry after a lost response: the same
 * for the same value, a new one for another. It is never stored, so that the browser doesn't keep a trace of what it
 * sent.
 */
export function useTicket<Value>(): (value: Value) => string {
  const last = useRef<{ value: Value; ticket: string } | null>(null);
  return (value) => {
    if (last.current?.value !== value) last.current = { value, ticket: newTicket() };
    return last.current.ticket;
  };
}

/** 128 random bits as hex digits. */
export const newTicket = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
