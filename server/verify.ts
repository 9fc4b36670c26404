import { readConfig } from "./config.ts";
import { openDatabase } from "./database/database.ts";
import { migrate } from "./database/migrate.ts";
import { failureSentence } from "./startFailure.ts";
import { recount } from "./votes/verify.sql.ts";

/** `npm run verify`: recounts all votes against the counters. Exit 0 when every total is right, 1 when one is not. */
async function verify(): Promise<boolean> {
  const database = openDatabase(readConfig());
  try {
    await migrate(database);
    const { surveys, votes, mismatches } = await recount(database);
    for (const wrong of mismatches) {
      const counted = `counts ${wrong.total} votes (${wrong.yes} yes; its days ${wrong.daysTotal}, ${wrong.daysYes} yes)`;
      console.error(
        `Survey ${wrong.surveyId} ${counted}, but ${wrong.storedTotal} (${wrong.storedYes} yes) are stored.`,
      );
    }
    console.log(
      mismatches.length === 0
        ? `Right: ${votes} votes on ${surveys} surveys, every counter equals its stored votes.`
        : `Wrong: ${mismatches.length} of ${surveys} surveys.`,
    );
    return mismatches.length === 0;
  } finally {
    await database.close();
  }
}

verify().then(
  (isRight) => {
    process.exitCode = isRight ? 0 : 1;
  },
  (error: unknown) => {
    console.error(failureSentence(error) ?? error);
    process.exitCode = 1;
  },
);
