import { describeHold } from "../clock/describeJumps.ts";
import { findJumps, isHeldBy } from "../clock/heartbeat.sql.ts";
import { OperatorError } from "../database/operatorError.ts";
import { countInactive, NOTICE_DAYS } from "../retention/inactive.sql.ts";
import { countOldNames } from "../retention/names.sql.ts";
import { ANYWAY, parseArguments, readSettings, runCommand, withDatabase } from "./command.ts";

const USAGE = `npm run retention -- --dry-run     says what the server is about to remove, and changes nothing
RETENTION_DAYS=365 INACTIVE_DAYS=730 npm run retention -- --dry-run      the same, for settings that are not in force yet`;

/**
 * `npm run retention -- --dry-run`: prints what RETENTION_DAYS and INACTIVE_DAYS would remove now. The server removes
 * it every hour.
 */
export async function retention(args: readonly string[], settings = readSettings): Promise<string> {
  const { values, positionals } = parseArguments(args, { "dry-run": { type: "boolean" }, ...ANYWAY }, USAGE);
  // There is only a dry run. The flag is required so that no one has to fear that the command deletes anything.
  if (!values["dry-run"] || positionals.length > 0) return USAGE;
  const config = settings();
  const { retentionDays, inactiveDays } = config;
  return withDatabase({ ...config, anyway: values.anyway }, async (database) => {
    const jumps = await findJumps(database);
    if (isHeldBy(jumps)) throw new OperatorError(describeHold(jumps));
    const lines: string[] = [];
    if (retentionDays === null) lines.push("RETENTION_DAYS is not set: names are kept.");
    else {
      const { surveys, votes, marks, invitations, endless } = await countOldNames(database, retentionDays);
      lines.push(
        `Names: ${surveys} surveys ended more than ${retentionDays} days ago, with ${votes} votes, ${marks} secret votes and ${invitations} invitations.`,
        `Deadlines: ${endless} surveys would go on for too long, and get a deadline.`,
      );
    }
    if (inactiveDays === null) lines.push("INACTIVE_DAYS is not set: accounts are kept.");
    else {
      const { first, second, deleted } = await countInactive(database, inactiveDays);
      lines.push(
        `Accounts unused for ${inactiveDays} days: ${deleted} were told twice and would be deleted. To be told: ${first} that they have ${NOTICE_DAYS[0]} days, ${second} that they have ${NOTICE_DAYS[1]}.`,
      );
    }
    return lines.join("\n");
  });
}

await runCommand(import.meta.filename, retention);
