import { fdatasync, openSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { BUSY_MS, type Executed, WAL_MAX_BYTES } from "./sqliteFile.ts";

/** The interval at which the size of the WAL is checked, in milliseconds. */
const CHECK_MS = 100;
/** The size limit of the WAL on a disk that is nearly full. */
const LOW_DISK_WAL_BYTES = 4 * 1024 * 1024;
/** Copies the WAL into the database file as far as possible without blocking readers or writers. */
const CHECKPOINT = "pragma wal_checkpoint(passive)";

type Execute = (sql: string, parameters: readonly unknown[]) => Promise<Executed>;

/**
 * Keeps SQLite's write-ahead log short. A checkpoint on the writer thread would delay votes by tens of milliseconds, so
 * another thread copies most of the WAL while votes continue. Then the writer copies the little that was added
 * meanwhile, after which SQLite reuses the WAL from its beginning.
 * @param onReader runs a statement on a thread that doesn't write
 * @param onWriter runs a statement on the writer thread
 * @returns a function that stops the checkpoints and waits for the one in progress
 */
export function startWalCheckpoints(file: string, onReader: Execute, onWriter: Execute): () => Promise<void> {
  let checkpoint: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  /** A descriptor that is never closed: closing a file releases the locks that SQLite has on it in this process. */
  let descriptor: number | undefined;

  /**
   * Writes what was copied to the disk. SQLite leaves that to the writer if something was added to the WAL meanwhile.
   */
  async function flush(): Promise<void> {
    descriptor ??= openSync(file, "r+");
    await promisify(fdatasync)(descriptor);
  }

  function check(): void {
    const wal = statSync(`${file}-wal`, { throwIfNoEntry: false });
    if (isRunning || !wal || wal.size <= LOW_DISK_WAL_BYTES) return;
    const limit = walLimit(wal.size, file);
    if (wal.size <= limit) return;
    isRunning = true;
    checkpoint = onReader(CHECKPOINT, [])
      .then(flush)
      .then(() => onWriter(`pragma journal_size_limit = ${limit}`, []))
      .then(() => onWriter(CHECKPOINT, []))
      // If the disk is full, the next write reports it.
      .catch(() => {})
      .finally(() => {
        isRunning = false;
      });
  }

  const timer = setInterval(check, CHECK_MS).unref();
  return async () => {
    clearInterval(timer);
    await checkpoint;
  };
}

/** Returns the size limit of the WAL. A WAL larger than the free disk space wouldn't leave space for a checkpoint. */
function walLimit(size: number, file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  return size > bavail * bsize ? LOW_DISK_WAL_BYTES : WAL_MAX_BYTES;
}

/** The parts that truncating the WAL needs. */
export interface WalTruncation {
  file: string;
  /** Runs a statement on a thread that doesn't write. */
  onReader: Execute;
  /** Calls a function that has the writer thread to itself. */
  onlyWriting<T>(work: (onWriter: Execute) => Promise<T>): Promise<T>;
}

/**
 * Copies the whole WAL into the database file and truncates it, so that no former content stays in it. Never waits for
 * readers: votes would wait as long.
 * @returns false if another connection still reads from the WAL
 */
export async function truncateWal({ file, onReader, onlyWriting }: WalTruncation): Promise<boolean> {
  const { size = 0 } = statSync(`${file}-wal`, { throwIfNoEntry: false }) ?? {};
  if (size > LOW_DISK_WAL_BYTES) await onReader(CHECKPOINT, []);
  return onlyWriting(async (onWriter) => {
    // Sent together, so that votes wait for only one round trip to the thread.
    const [, { rows }] = await Promise.all([
      onWriter("pragma busy_timeout = 0", []),
      onWriter("pragma wal_checkpoint(truncate)", []),
      onWriter(`pragma busy_timeout = ${BUSY_MS}`, []),
    ]);
    return (rows as { busy: number }[])[0]?.busy === 0;
  });
}

/** The shortest time between two truncations, and between attempts while a reader blocks it, in milliseconds. */
const TRUNCATION_MS = 100;

/**
 * Truncates the WAL soon after it is asked to, and repeats that until no reader blocks it.
 * @returns `truncateSoon`, which resolves after an attempt that it begins, and `stop`, which waits for the attempt in
 *   progress
 */
export function createWalTruncations(truncation: WalTruncation) {
  let isDue = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function attempt(): Promise<void> {
    isDue = false;
    // If the disk is full, the next write reports it.
    if (!(await truncateWal(truncation).catch(() => false))) isDue = true;
  }

  async function truncateSoon(): Promise<void> {
    isDue = true;
    if (running || timer) return;
    running = attempt().then(() => {
      running = null;
      timer = setTimeout(() => {
        timer = undefined;
        if (isDue) void truncateSoon();
      }, TRUNCATION_MS).unref();
    });
    await running;
  }

  return {
    truncateSoon,
    async stop() {
      await running;
      clearTimeout(timer);
    },
  };
}
