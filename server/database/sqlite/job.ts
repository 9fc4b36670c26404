import type { SqliteFile } from "./sqliteFile.ts";

/**
 * A function that runs on the writer thread, in a separate transaction, so that many statements need one message to the
 * thread. The worker's entry registers it, and messages name it by its `name`.
 */
export type SqliteJob<Input, Result> = (file: SqliteFile, input: Input) => Result;

/** Runs a registered job on the writer thread. */
export type RunSqliteJob = <Input, Result>(job: SqliteJob<Input, Result>, input: Input) => Promise<Result>;
