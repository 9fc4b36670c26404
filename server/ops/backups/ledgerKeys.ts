import { randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import { publishesKey } from "../../ballots/ledgerRows.sql.ts";
import { chainVotes, startOf } from "../../ballots/voteChain.ts";
import { decrypt, encrypt } from "../../database/encryption.ts";
import type { StoredBox, Tables } from "../../database/tables.ts";
import { deriveKey } from "../../database/tokenHash.ts";
import { BackupError, type TableHead } from "./backupFile.ts";

/** An encrypted key in an archive: the number of the key that it is encrypted with, and the result. */
const ENCRYPTED = /^encrypted ([\da-f]{16}) ([\w-]+)$/;

/**
 * Encrypts the keys of ledgers in archives. With a key of a survey whose answers are hidden, everyone could read the
 * answers of votes that are cast after the backup from the public ledger.
 */
export type ArchiveKeys = ReturnType<typeof createArchiveKeys>;

/** @param secrets the server's, with which archives are written, and the former ones, with which they are only read */
export function createArchiveKeys(secrets: readonly [string, ...string[]]) {
  const [current, ...former] = secrets.map((secret) => ({
    // Tells which secret an archive needs, and nothing about that secret.
    number: deriveKey(secret, "number of the key of archives").toString("hex").slice(0, 16),
    key: deriveKey(secret, "archive"),
  })) as [ArchiveKey, ...ArchiveKey[]];
  return {
    encrypt: (ledgerKey: string, surveyId: string): string =>
      `encrypted ${current.number} ${encrypt(current.key, Buffer.from(ledgerKey), surveyId)}`,
    /** @returns null if another secret has encrypted it @throws {BackupError} if it was changed */
    decrypt(stored: string, surveyId: string): string | null {
      const [, number, encrypted = ""] = ENCRYPTED.exec(stored) ?? [];
      // Archives of earlier versions hold keys as they are.
      if (number === undefined) return stored;
      const known = [current, ...former].find((each) => each.number === number);
      if (!known) return null;
      const ledgerKey = decrypt(known.key, encrypted, surveyId);
      if (!ledgerKey) throw new BackupError(`The key of the ledger of survey ${surveyId} was changed.`);
      return String(ledgerKey);
    },
  };
}

interface ArchiveKey {
  number: string;
  key: Buffer;
}

/** The columns of a ballot box in an archive. */
type Box = StoredBox & Parameters<typeof publishesKey>[0];

/** Returns a row of ballot boxes as archives hold it: with its key encrypted, unless everyone can read the key. */
export function archiveBox(columns: readonly string[], line: string, keys: ArchiveKeys): string {
  const box = parseRow<Box>(columns, line);
  if (publishesKey(box)) return line;
  return formatRow(columns, { ...box, ledger_key: keys.encrypt(box.ledger_key, box.survey_id) });
}

/** Rows of an archive on their way into the database. */
export type ArchivedRows = ReturnType<typeof createArchivedRows>;

/**
 * Decrypts the keys in the rows of an archive. Where the secret is missing, a ledger gets a new key, and its votes are
 * hashed again as they arrive, which is after their ballot boxes.
 */
export function createArchivedRows(keys: ArchiveKeys, tables: readonly TableHead[]) {
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]));
  const renewed = new Map<string, Box & { last: string }>();
  const chain = chainVotes((surveyId) => {
    const box = renewed.get(surveyId) as Box;
    return { key: box.ledger_key, start: startOf(box) };
  });

  function restoreBox(columns: readonly string[], line: string): string {
    const box = parseRow<Box>(columns, line);
    const ledger_key = keys.decrypt(box.ledger_key, box.survey_id);
    if (ledger_key === box.ledger_key) return line;
    if (ledger_key !== null) return formatRow(columns, { ...box, ledger_key });
    const fresh = { ...box, ledger_key: randomBytes(32).toString("hex") };
    renewed.set(box.survey_id, { ...fresh, last: "" });
    return formatRow(columns, fresh);
  }

  function restoreVote(columns: readonly string[], line: string): string {
    if (renewed.size === 0) return line;
    const vote = parseRow<Selectable<Tables["votes"]>>(columns, line);
    const box = renewed.get(vote.survey_id);
    if (!box) return line;
    const [{ hash } = vote] = chain([vote]);
    box.last = hash;
    return formatRow(columns, { ...vote, hash });
  }

  return {
    /** @param lines rows of a table as lines of JSON @returns the same rows as the database stores them */
    restore(table: string, lines: string): string {
      const restoreRow = { ballot_boxes: restoreBox, votes: restoreVote }[table];
      const columns = columnsOf.get(table);
      if (!restoreRow || !columns) return lines;
      return lines
        .trimEnd()
        .split("\n")
        .map((line) => restoreRow(columns, line))
        .join("\n");
    },
    /** The ledgers whose votes were hashed again, with their new heads. */
    renewed: () =>
      [...renewed.values()].flatMap(({ survey_id, privacy, last }) =>
        last === "" ? [] : [{ survey_id, ledger_head: last, hasReceipts: privacy === "named" }],
      ),
  };
}

const parseRow = <Row>(columns: readonly string[], line: string): Row =>
  Object.fromEntries((JSON.parse(line) as unknown[]).map((value, at) => [columns[at], value])) as Row;

const formatRow = (columns: readonly string[], row: object): string =>
  JSON.stringify(columns.map((column) => (row as Record<string, unknown>)[column]));
