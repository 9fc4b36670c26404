import { BusyError } from "./semaphore.ts";

/** PostgreSQL's classes of "not now": connection, resources, operator intervention, deadlock, cancelled by timeout. */
const passingStates = /^(08|53|57|40)/;
const networkCodes = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"]);
/** SQLite's primary result codes: busy, locked, full. */
const passingSqlite = new Set([5, 6, 13]);

interface DatabaseError {
  code?: string;
  errcode?: number;
  message?: string;
}

/** Whether the database could not be reached or could not work just now, so that trying again can help. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof BusyError) return true;
  const { code = "", errcode } = (error ?? {}) as DatabaseError;
  if (errcode !== undefined) return passingSqlite.has(errcode & 0xff);
  return (code.length === 5 && passingStates.test(code)) || isAway(error);
}

/** Whether there is no way to the database, so that whoever else waits for it would fail as well. */
export function isAway(error: unknown): boolean {
  const { code = "", message = "" } = (error ?? {}) as DatabaseError;
  return (
    networkCodes.has(code) ||
    /^(08...|57P..)$/.test(code) ||
    // What node-postgres says without a code.
    /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/.test(
      message,
    )
  );
}

/** Whether the rows themselves were refused (a constraint, a value), so that other rows would have been taken. */
export function isAboutTheRows(error: unknown): boolean {
  const { code = "", errcode } = (error ?? {}) as DatabaseError;
  if (errcode !== undefined) return (errcode & 0xff) === 19;
  return /^(22|23)/.test(code);
}
