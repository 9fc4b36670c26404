import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { describePlace, type Fingerprint } from "../database/fingerprint.ts";
import { OperatorError } from "../database/operatorError.ts";
import { replaceFile } from "../database/replaceFile.ts";

/** The file in the data folder that names the folder's database. */
const KNOWN_DATABASE = "database.json";

/** The settings that lead to a database. */
export interface DatabaseSettings {
  /** Null for the SQLite file in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  /** Whether to use a database that the data folder doesn't belong to. */
  anyway?: boolean | undefined;
}

const known = z.object({
  engine: z.enum(["sqlite", "postgres"]),
  name: z.nullable(z.string()),
  createdAt: z.string(),
  /** For people: the same database may have another address tomorrow. */
  place: z.string(),
});
type KnownDatabase = z.infer<typeof known>;

/**
 * Stores that the data folder belongs to this database.
 * @returns the database that it belonged to, if it was another one
 */
export function noteDatabase(settings: DatabaseSettings, found: Fingerprint): KnownDatabase | null {
  const note = readNote(settings.dataDir);
  const before = note === "damaged" ? null : note;
  if (before && isSame(before, found)) return null;
  const present: KnownDatabase = { ...found, place: describePlace(settings, found.name) };
  replaceFile(join(settings.dataDir, KNOWN_DATABASE), `${JSON.stringify(present, null, 2)}\n`);
  return before;
}

/**
 * Keeps a command from using a database other than the server's: settings that lost `DATABASE_URL` lead to the SQLite
 * file that a move to PostgreSQL has left behind.
 * @param found null for a database without tables
 * @returns whether the data folder belongs to the database, or not to any yet; false is possible only with `anyway`
 * @throws {OperatorError} that names both databases
 */
export function requireKnownDatabase(settings: DatabaseSettings, found: Fingerprint | null): boolean {
  const before = readNote(settings.dataDir);
  if (before === null || (found && before !== "damaged" && isSame(before, found))) return true;
  if (settings.anyway) return false;
  if (before === "damaged")
    throw new OperatorError(
      `${join(settings.dataDir, KNOWN_DATABASE)} doesn't say which database the server uses: start the server, which writes it again.`,
    );
  const here = `${describePlace(settings, found?.name)} (${found ? `created ${found.createdAt}` : "without tables"})`;
  throw new OperatorError(
    `The settings name ${here}, but the server has used ${before.place} (created ${before.createdAt}) with this data folder. Check DATABASE_URL and DATA_DIR. If the server is to use the first from now on, start it. To use the first for this command only, add --anyway.`,
  );
}

const isSame = (one: Fingerprint, other: Fingerprint) =>
  one.engine === other.engine && one.name === other.name && one.createdAt === other.createdAt;

/** The note in the data folder: null without one, "damaged" if it can't be understood. */
function readNote(dataDir: string): KnownDatabase | "damaged" | null {
  let text: string;
  try {
    text = readFileSync(join(dataDir, KNOWN_DATABASE), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  try {
    return known.parse(JSON.parse(text));
  } catch {
    return "damaged";
  }
}
