import { BusyError } from "../concurrency/semaphore.ts";
import { OperatorError } from "./operatorError.ts";

/** A service that a request needs, other than the database, does not work at the moment. */
export class UnavailableError extends OperatorError {}

/**
 * PostgreSQL's SQLSTATE classes of transient errors: connection, resources, operator intervention, deadlock, timeout.
 */
const transientStates = /^(08|53|57|40)/;
const networkCodes = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"]);
/** SQLite's primary result codes of transient errors: busy, locked. */
const transientSqlite = new Set([5, 6]);

interface DatabaseError {
  code?: string;
  errcode?: number;
  message?: string;
}

/** Whether the database or another service was unreachable or temporarily unable to work, so that a retry can help. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof BusyError || error instanceof UnavailableError) return true;
  const { code = "", errcode } = (error ?? {}) as DatabaseError;
  if (isUnwritable(error)) return true;
  if (errcode !== undefined) return transientSqlite.has(errcode & 0xff);
  return (code.length === 5 && transientStates.test(code)) || isReadOnly(error) || isUnreachable(error);
}

/** SQLite's primary codes of databases whose disk is full or read-only. */
const unwritableSqlite = new Set([13, 8]);
/**
 * SQLite's extended codes of failed writes to a file, its log and its shared memory: IOERR_WRITE, FSYNC, DIR_FSYNC,
 * TRUNCATE, SHMOPEN, SHMSIZE.
 */
const failedWrites = new Set([778, 1034, 1290, 1546, 4618, 4874]);
/** PostgreSQL's SQLSTATE for a full disk. */
const DISK_FULL = "53100";

/** Whether the database can be read but not written, because its disk is full, read-only or broken. */
export function isUnwritable(error: unknown): boolean {
  const { code = "", errcode } = (error ?? {}) as DatabaseError;
  if (errcode !== undefined) return unwritableSqlite.has(errcode & 0xff) || failedWrites.has(errcode);
  return code === DISK_FULL;
}

/** Whether a distributed database answered that it can't reach the server with the votes in question; others work. */
export function isVoteNodeDown(error: unknown): boolean {
  return (error as DatabaseError | null)?.code === "08006";
}

/** Whether a statement took longer than it may, as it does when a server of a distributed database does not respond. */
export function isCanceled(error: unknown): boolean {
  return (error as DatabaseError | null)?.code === "57014";
}

/**
 * Whether a connection leads to a server that doesn't accept writes: after a failover the former primary, or one that
 * isn't promoted yet.
 */
export function isReadOnly(error: unknown): boolean {
  return (error as DatabaseError | null)?.code === "25006";
}

/** Whether the database is unreachable, so that other waiting statements would fail too. */
export function isUnreachable(error: unknown): boolean {
  const { code = "", message = "" } = (error ?? {}) as DatabaseError;
  return (
    networkCodes.has(code) ||
    /^(08...|57P..)$/.test(code) ||
    // Errors of node-postgres without a code.
    /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/.test(
      message,
    )
  );
}

/** Whether the database rejected a row itself (a constraint, a value), so that other rows can succeed. */
export function isRowError(error: unknown): boolean {
  const { code = "", errcode } = (error ?? {}) as DatabaseError;
  if (errcode !== undefined) return (errcode & 0xff) === 19;
  return /^(22|23)/.test(code);
}

/**
 * Whether one row can have caused a failure, so that a job should continue with the others. Includes deadlocks,
 * statements that took too long, and a server of a distributed database that is down.
 */
export function isOfOneRow(error: unknown): boolean {
  const { code = "" } = (error ?? {}) as DatabaseError;
  return isVoteNodeDown(error) || isCanceled(error) || /^40...$/.test(code) || !isUnavailable(error);
}
