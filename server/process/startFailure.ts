import { OperatorError } from "../database/operatorError.ts";
import { databaseFailureSentence } from "../database/postgres/connectionFailure.ts";
import { isUnavailable } from "../database/unavailable.ts";

/**
 * The exit code of a start that only an operator can fix (EX_CONFIG of sysexits.h): the systemd unit doesn't repeat it.
 * Every other failure exits with 1, and the next start may work.
 */
const WRONG_SETTING = 78;

/** Failures, besides those of an unavailable database, that can pass without a change of settings. */
const PASSING = ["EADDRINUSE", "EADDRNOTAVAIL", "ENOSPC", "CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"];

/** Whether the same start can work later: the database is late, the network is not up yet, the disk is full. */
export const mayPass = (error: unknown): boolean =>
  isUnavailable(error) || PASSING.includes((error as { code?: string }).code ?? "");

/** The exit code of a failed start. */
export const exitCodeOf = (error: unknown): number =>
  failureSentence(error) === null || mayPass(error) ? 1 : WRONG_SETTING;

/**
 * Describes an error that stops the server or a command in one sentence; null for bugs, whose stack should be printed.
 */
export function failureSentence(error: unknown): string | null {
  if (error instanceof OperatorError) return error.message;
  const { code, port, setting, path, message, errcode, syscall, url } = error as {
    code?: string;
    port?: number;
    setting?: string;
    path?: string;
    message?: string;
    errcode?: number;
    syscall?: string;
    url?: string;
  };
  if (code === "EADDRINUSE")
    return `Port ${port} is in use: stop what listens there, or set ${setting ?? "PORT"} to another.`;
  if (code === "EACCES" && port)
    return `Port ${port} needs rights that this user lacks: set ${setting ?? "PORT"} to one above 1023.`;
  if (code === "EADDRNOTAVAIL" || (syscall === "getaddrinfo" && setting))
    return `${setting === "METRICS_PORT" ? "METRICS_HOST" : "HOST"} is not an address of this machine.`;
  const ofDatabase = databaseFailureSentence(error);
  if (ofDatabase !== null) return ofDatabase;
  if (code === "ERR_MODULE_NOT_FOUND" && /\/web\/dist\//.test(url ?? ""))
    return "The pages are not built. Run npm run build, or npm start, which builds them first.";
  if (["EACCES", "EROFS", "EPERM", "ENOTDIR", "EEXIST", "ENOENT", "ENOSPC"].includes(code ?? ""))
    return `The data folder can't be written (${path}): set DATA_DIR to a folder that this user can write.`;
  if (errcode !== undefined && /^no such (table|column)/.test(message ?? ""))
    return `The database in the data folder is of another program or version (${message}): set DATA_DIR to the folder of this one.`;
  if (errcode !== undefined)
    return `The database in the data folder can't be used (${message}): check DATA_DIR and its rights.`;
  if (message?.startsWith("No server of DATABASE_URL")) return `${message}: start the primary, or name it.`;
  if (isUnavailable(error)) return "The database at DATABASE_URL does not answer.";
  // 42501: the role lacks a privilege.
  if (/^(28|3D|42501)/.test(code ?? "")) return `The database at DATABASE_URL rejects the connection: ${message}.`;
  // 42P07: a table with one of our names exists, but our migrations have not created it.
  if (code === "42P07" || message?.startsWith("corrupted migrations"))
    return `The database holds other tables than Survey App's (${message}): set DATABASE_URL, or DATA_DIR, to its own.`;
  return null;
}
