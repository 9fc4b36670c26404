import { readFileSync } from "node:fs";
import { OperatorError } from "../database/operatorError.ts";
import type { Environment } from "./configSafety.ts";
import type { Variables } from "./configVariables.ts";

/**
 * Settings that are secrets, or contain one. Each can also be given as the path of a file, as Docker and Kubernetes
 * mount secrets.
 */
const FROM_FILES = [
  "SESSION_SECRET",
  "SESSION_SECRET_OLD",
  "SESSION_SECRET_LEAKED",
  "DATABASE_URL",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
  "ADMIN_PASSWORD",
  "SMTP_URL",
  "GOOGLE_CLIENT_SECRET",
  "FACEBOOK_CLIENT_SECRET",
  "OIDC_CLIENT_SECRET",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
] as const satisfies readonly (keyof Variables)[];

/** The names of the settings that contain these files' paths. */
export const secretFiles: readonly string[] = FROM_FILES.map((name) => `${name}_FILE`);

/**
 * Replaces the settings that name files by the content of these files (`SESSION_SECRET_FILE`), without the line break
 * at its end.
 * @throws {OperatorError} with one line for each file that can't be read, is empty, or is given beside its setting
 */
export function readSecretFiles(given: Environment): Record<string, string | undefined> {
  const values: Record<string, string | undefined> = { ...given };
  const wrong: string[] = [];
  for (const name of FROM_FILES) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
    if (given[name] !== undefined) wrong.push(`${name} and ${name}_FILE are both set: set one of them.`);
    else {
      const read = readSecret(path);
      values[name] = read.secret;
      if (read.fault !== null) wrong.push(`${name}_FILE names a file that ${read.fault}: ${path}.`);
    }
  }
  if (wrong.length > 0) throw new OperatorError(wrong.join("\n"));
  return values;
}

function readSecret(path: string): { secret?: string; fault: string | null } {
  try {
    const secret = readFileSync(path, "utf8").replace(/\r?\n$/, "");
    return secret === "" ? { fault: "is empty" } : { secret, fault: null };
  } catch (error) {
    return { fault: `can't be read (${(error as { code?: string }).code})` };
  }
}
