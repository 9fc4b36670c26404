import { join } from "node:path";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../process/openDatabase.ts";
import { emptyDatabase } from "../../testing/freshDatabase.ts";
import { createUsersOfEveryRole } from "../../testing/people.ts";
import { runCommand } from "../../testing/runCommand.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../../testing/testApp.ts";
import type { SnapshotSource } from "./snapshot.sql.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
});
afterAll(() => t.close());

const settingsOf = ({ databaseUrl, dataDir }: SnapshotSource) => ({
  DATA_DIR: dataDir,
  SESSION_SECRET: "the secret of the server that is backed up",
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});

test("a restore says, and ends with 1, if a question was exchanged after the votes, as npm run verify does", async () => {
  const { surveyor, admin, user } = await createUsersOfEveryRole(t.database, t.tokens);
  const id = await t.makeSurvey(surveyor, { publishedBy: admin });
  await t.request(votes.castVote, { as: user, body: { SurveyID: id, vote: 1 } });
  await t.database.db.updateTable("surveys").set({ title: "Another question" }).where("id", "=", id).execute();
  const file = join(t.dataDir, "exchanged.tar");
  await runCommand("backup", settingsOf(t), [file]);
  const place = await emptyDatabase();
  try {
    const restored = await runCommand("restore", settingsOf(place), [file]);
    const flaw = `Survey ${id}: It asks something else, or has another pass rule, than its ledger begins with.`;
    expect(restored).toMatchObject({ code: 1, out: "" });
    expect(restored.err).toContain("Restored, but not valid: 1 vote on 1 survey");
    expect(restored.err).toContain(`\n${flaw}\n`);
    const verified = await runCommand("verify", settingsOf(place));
    expect(verified).toMatchObject({ code: 1, err: expect.stringContaining(flaw) });
    // Everything is there, so that an operator can correct the one survey.
    const database = openDatabase(place);
    expect(await database.db.selectFrom("votes").select("choice").execute()).toEqual([{ choice: 1 }]);
    await database.close();
  } finally {
    await place.remove();
  }
});
