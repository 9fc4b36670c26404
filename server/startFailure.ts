import { ConfigError } from "./config.ts";
import { isUnavailable } from "./database/unavailable.ts";

/** What stops a command of the server, in one sentence; null for what is a bug and deserves its stack. */
export function failureSentence(error: unknown): string | null {
  if (error instanceof ConfigError) return error.message;
  const { code, port, setting, path, message, errcode } = error as {
    code?: string;
    port?: number;
    setting?: string;
    path?: string;
    message?: string;
    errcode?: number;
  };
  if (code === "EADDRINUSE")
    return `Port ${port} is in use: stop what listens there, or set ${setting ?? "PORT"} to another.`;
  if (code === "EACCES" && port) return `Port ${port} needs rights that this user lacks: set PORT to one above 1023.`;
  if (code === "EADDRNOTAVAIL") return "HOST is not an address of this machine.";
  if (path?.endsWith("manifest.json")) return "The pages are not built: npm run build makes them, npm start by itself.";
  if (["EACCES", "EROFS", "EPERM", "ENOTDIR", "ENOENT", "ENOSPC"].includes(code ?? ""))
    return `The data folder can't be written (${path}): set DATA_DIR to a folder that this user can write.`;
  if (errcode !== undefined)
    return `The database in the data folder can't be used (${message}): check DATA_DIR and its rights.`;
  if (isUnavailable(error)) return "The database at DATABASE_URL does not answer.";
  if (/^(28|3D)/.test(code ?? "")) return `The database at DATABASE_URL refuses us: ${message}.`;
  return null;
}
