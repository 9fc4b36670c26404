import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { createEventBus } from "../../database/events.ts";
import { openDatabase } from "../../process/openDatabase.ts";
import { type FreshDatabase, freshDatabase } from "../../testing/freshDatabase.ts";
import { insertSecretSurvey, secretBallots } from "../../testing/secretTwins.ts";
import { waitFor } from "../../testing/waitFor.ts";
import { storeBallots } from "./votes.sql.ts";
import { createVoteWriter } from "./voteWriter.ts";

const FILE = "survey-app.sqlite";
const LOG = `${FILE}-wal`;
/** It has the numbers of the pages in the log, and checksums, but no contents. */
const INDEX = `${FILE}-shm`;

async function makeSecret(): Promise<FreshDatabase> {
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.remove());
  await insertSecretSurvey(fresh.database);
  return fresh;
}

/** A copy of the folder with the database, as an operator or a backup program would make it. */
function copyFolder(dataDir: string): string {
  const copy = mkdtempSync(join(tmpdir(), "survey-app-test-"));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  cpSync(dataDir, copy, { recursive: true });
  return copy;
}

/** All bytes of a folder's files. */
const bytesOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name !== INDEX)
      .map((name) => [name, readFileSync(join(folder, name)).toString("base64")]),
  );

const logOf = ({ dataDir }: FreshDatabase) => readFileSync(join(dataDir, LOG)).length;
const emptyLog = (fresh: FreshDatabase) => waitFor(() => expect(logOf(fresh)).toBe(0));

/** Reads the database like another program, until `end`. */
function startReading({ dataDir }: FreshDatabase): { end(): void } {
  const reader = new DatabaseSync(join(dataDir, FILE), { readOnly: true });
  onTestFinished(() => {
    if (reader.isOpen) reader.close();
  });
  reader.exec("begin");
  reader.prepare("select count(*) from secret_voters").get();
  return { end: () => reader.close() };
}

// Pairs with opposite answers, so that the sums are equal after each pair.
const answers: Answer[] = [1, 0, 0, 1, 2, 1, 1, 2, 0, 2, 2, 0];
const ballots = secretBallots(answers);
const others = secretBallots(answers.map((_, index) => answers[index ^ 1] ?? 0));

// Security: F12
describe.runIf(inject("engine") === "sqlite")(
  "a copy of the folder, made while people vote on a secret survey,",
  () => {
    test("has the same bytes, whichever of two people gave which answer", async () => {
      const [first, second] = [await makeSecret(), await makeSecret()];
      for (const index of ballots.keys()) {
        for (const [twin, cast] of [
          [first, ballots[index]],
          [second, others[index]],
        ] as const) {
          if (cast) await storeBallots(twin.database, [cast]);
          await emptyLog(twin);
        }
        const [one, two] = [first, second].map(({ dataDir }) => bytesOf(copyFolder(dataDir)));
        if (index % 2 === 1) expect(one).toEqual(two);
        else expect(one).not.toEqual(two);
      }
    });

    test("tells nothing from before a reader began, and nothing once the last reader has ended", async () => {
      const [first, second] = [await makeSecret(), await makeSecret()];
      for (const [twin, cast] of [
        [first, ballots],
        [second, others],
      ] as const) {
        for (const ballot of cast.slice(0, 4)) await storeBallots(twin.database, [ballot]);
        await emptyLog(twin);
        const early = startReading(twin);
        await storeBallots(twin.database, cast.slice(4, 6));
        const late = startReading(twin);
        await storeBallots(twin.database, cast.slice(6, 8));
        early.end();
        // This doesn't need a further vote.
        late.end();
        await emptyLog(twin);
      }
      expect(bytesOf(copyFolder(first.dataDir))).toEqual(bytesOf(copyFolder(second.dataDir)));
    });

    test("after a kill between commit and truncation no longer tells anything once the server has started", async () => {
      const killed = await makeSecret();
      startReading(killed);
      for (const ballot of ballots) await storeBallots(killed.database, [ballot]);
      expect(logOf(killed)).toBeGreaterThan(0);
      // The files that a killed process leaves on the disk.
      const dataDir = copyFolder(killed.dataDir);
      const database = openDatabase({ databaseUrl: null, dataDir });
      onTestFinished(() => database.close());
      await createVoteWriter(database.forVotes, createEventBus(null));
      expect(readFileSync(join(dataDir, LOG))).toHaveLength(0);
      expect(await database.db.selectFrom("secret_voters").select("voter").execute()).toHaveLength(ballots.length);
    });
  },
);
