import { randomBytes, randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { makeFolder } from "../database/makeFolder.ts";
import { type Secrets, secretsOf } from "../database/secrets.ts";

const BYTES = 32;

/**
 * The session secret where SESSION_SECRET is not set (never in production): generated once and kept in the data folder,
 * so that users stay signed in after a restart.
 */
export function readOrCreateSecret(dataDir: string): string {
  const file = fileIn(dataDir);
  makeFolder(dataDir);
  const storedSecret = read(file);
  if (storedSecret.length >= BYTES) return storedSecret;
  // A truncated secret, for example after a full disk, could be guessed.
  rmSync(file, { force: true });
  const unfinished = `${file}.${randomUUID()}.part`;
  try {
    writeFileSync(unfinished, randomBytes(BYTES).toString("base64url"), { mode: 0o600, flag: "wx" });
    // When two processes start together, one links the file and the other reads it.
    linkSync(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
  return read(file);
}

type SecretSettings = Pick<Config, "sessionSecret" | "formerSecrets" | "leakedSecrets" | "dataDir">;

/** The configured secrets; without SESSION_SECRET the current one is that of the data folder. */
export function configuredSecrets(config: SecretSettings): Secrets {
  return secretsOf({ ...config, sessionSecret: config.sessionSecret ?? readOrCreateSecret(config.dataDir) });
}

/** All secrets that archives are read with, without creating one: none where the server has not started yet. */
export function existingSecrets({ sessionSecret, dataDir, ...others }: SecretSettings): readonly string[] {
  const { readable } = secretsOf({ ...others, sessionSecret: sessionSecret ?? read(fileIn(dataDir)) });
  return readable.filter((secret) => secret !== "");
}

const fileIn = (dataDir: string) => join(dataDir, "session-secret");

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
