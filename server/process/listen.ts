import type { Config } from "../config/config.ts";
import { OperatorError } from "../database/operatorError.ts";

/**
 * Listens at the settings' host and port.
 * @throws {OperatorError} if HOST can't be resolved, and the system's other errors
 */
export async function listen(
  begin: (at: { port: number; host: string }) => Promise<unknown>,
  { port, host }: Pick<Config, "port" | "host">,
): Promise<void> {
  await begin({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === "getaddrinfo" ? new OperatorError("HOST is not an address of this machine.") : error;
  });
}
