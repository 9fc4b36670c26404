import { randomBytes } from "node:crypto";
import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import { publishesKey } from "../../ballots/ledgerRows.sql.ts";
import { chainVotes, startOf } from "../../ballots/voteChain.ts";
import { decrypt, encrypt } from "../../database/encryption.ts";
import type { StoredBox } from "../../database/tables.ts";
import { deriveKey, numberOfKey } from "../../database/tokenHash.ts";
import { BackupError, type TableHead } from "./backupFile.ts";

/** An encrypted key in an archive: the number of the key that it is encrypted with, and the result. */
const ENCRYPTED = /^encrypted ([\da-f]{16}) ([\w-]+)$/;

/**
 * Encrypts keys of surveys in archives, because these keys open more than the archive itself. With the key of a hidden
 * ledger, everyone could read answers from the public ledger that are given after the backup. With the key of an open
 * link, someone who tries all addresses finds the networks that voted, and the vote of a browser.
 */
export type ArchiveKeys = ReturnType<typeof createArchiveKeys>;

/** @param secrets the server's, which encrypts archives, and former ones, which only decrypt them */
export function createArchiveKeys(secrets: readonly string[]) {
  const known = secrets.map((secret) => ({
    number: numberOfKey(secret, "archives"),
    key: deriveKey(secret, "archive"),
  }));
  return {
    /** @param about the column and the survey: for any other, the result can't be decrypted */
    encrypt(surveyKey: string, about: string): string {
      const [current] = known;
      if (!current) throw new Error("A backup is written with a secret");
      return `encrypted ${current.number} ${encrypt(current.key, Buffer.from(surveyKey), about)}`;
    },
    /** @returns null if another secret has encrypted it @throws {BackupError} if it was changed */
    decrypt(stored: string, about: string): string | null {
      const [, number, encrypted = ""] = ENCRYPTED.exec(stored) ?? [];
      // Archives of earlier versions hold keys as they are.
      if (number === undefined) return stored;
      const usedKey = known.find((each) => each.number === number);
      if (!usedKey) return null;
      const surveyKey = decrypt(usedKey.key, encrypted, about);
      if (!surveyKey) throw new BackupError(`The backup is damaged: ${about} was changed.`);
      return String(surveyKey);
    },
  };
}

/** The columns of a ballot box in an archive. */
type Box = StoredBox & Parameters<typeof publishesKey>[0];

/** The columns that are read from other rows in an archive. */
interface Link {
  survey_id: string;
  voter_key: string;
}
interface Vote {
  survey_id: string;
  choice: Answer;
  created_at: number;
  replaces: number | null;
  hash: string;
}

const ofLedger = ({ survey_id }: Pick<Box, "survey_id">) => `ledger_key of ${survey_id}`;
const ofLink = ({ survey_id }: Pick<Link, "survey_id">) => `voter_key of ${survey_id}`;
const newKey = () => randomBytes(32).toString("hex");

/** Returns a row as an archive stores it: its key is encrypted, unless everyone can read the key. */
export function archiveRow(table: string, columns: readonly string[], line: string, keys: ArchiveKeys): string {
  if (table === "link_surveys") {
    const link = parseRow<Link>(columns, line);
    return formatRow(columns, { ...link, voter_key: keys.encrypt(link.voter_key, ofLink(link)) });
  }
  if (table !== "ballot_boxes") return line;
  const box = parseRow<Box>(columns, line);
  if (publishesKey(box)) return line;
  return formatRow(columns, { ...box, ledger_key: keys.encrypt(box.ledger_key, ofLedger(box)) });
}

/** The losses of a restore without the secret. */
export interface RenewedKeys {
  /** Ledgers whose votes were hashed again, so that receipts no longer match. */
  ledgers: number;
  /** Surveys by open link that no longer recognize the browsers that voted. */
  links: number;
}

/**
 * Creates a reader of an archive's rows, which decrypts their keys. If the secret is missing, a survey gets a new key,
 * and the votes of its ledger are hashed again as they arrive; ballot boxes come before votes.
 */
export function createArchivedRows(keys: ArchiveKeys, tables: readonly TableHead[]) {
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]));
  const renewed = new Map<string, Box & { last: string }>();
  let links = 0;
  const chain = chainVotes((surveyId) => {
    const box = renewed.get(surveyId) as Box;
    return { key: box.ledger_key, start: startOf(box) };
  });

  function restoreBox(columns: readonly string[], line: string): string {
    const box = parseRow<Box>(columns, line);
    const ledger_key = keys.decrypt(box.ledger_key, ofLedger(box));
    if (ledger_key === box.ledger_key) return line;
    if (ledger_key !== null) return formatRow(columns, { ...box, ledger_key });
    const fresh = { ...box, ledger_key: newKey() };
    renewed.set(box.survey_id, { ...fresh, last: "" });
    return formatRow(columns, fresh);
  }

  function restoreLink(columns: readonly string[], line: string): string {
    const link = parseRow<Link>(columns, line);
    const voter_key = keys.decrypt(link.voter_key, ofLink(link));
    if (voter_key === null) links++;
    return formatRow(columns, { ...link, voter_key: voter_key ?? newKey() });
  }

  function restoreVote(columns: readonly string[], line: string): string {
    const vote = parseRow<Vote>(columns, line);
    const box = renewed.get(vote.survey_id);
    if (!box) return line;
    const [{ hash } = vote] = chain([vote]);
    box.last = hash;
    return formatRow(columns, { ...vote, hash });
  }

  return {
    /** @param lines rows of a table as lines of JSON @returns the same rows as the database stores them */
    restore(table: string, lines: string): string {
      const restoreRow = { ballot_boxes: restoreBox, link_surveys: restoreLink, votes: restoreVote }[table];
      const columns = columnsOf.get(table);
      const isAsStored = table === "votes" && renewed.size === 0;
      if (!restoreRow || !columns || isAsStored) return lines;
      return lines
        .trimEnd()
        .split("\n")
        .map((line) => restoreRow(columns, line))
        .join("\n");
    },
    /** The new heads of ledgers whose votes were hashed again. */
    heads: () =>
      [...renewed.values()].flatMap(({ survey_id, last }) => (last === "" ? [] : [{ survey_id, ledger_head: last }])),
    renewed(): RenewedKeys {
      // Votes on confidential surveys don't have receipts, and their ledgers don't have public rows.
      const ledgers = [...renewed.values()].filter(({ last, privacy }) => last !== "" && privacy === "named").length;
      return { ledgers, links };
    },
  };
}

const parseRow = <Row>(columns: readonly string[], line: string): Row =>
  Object.fromEntries((JSON.parse(line) as unknown[]).map((value, index) => [columns[index], value])) as Row;

const formatRow = (columns: readonly string[], row: object): string =>
  JSON.stringify(columns.map((column) => (row as Record<string, unknown>)[column]));
