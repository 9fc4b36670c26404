import { ERASURE_DAYS } from "@survey-app/contract/text/limits.ts";
import { email } from "@survey-app/contract/text/text.ts";
import { describeJumps } from "../clock/describeJumps.ts";
import { OperatorError } from "../database/operatorError.ts";
import { secretsOf } from "../database/secrets.ts";
import { createInvitationTokens } from "../invitations/invitationTokens.ts";
import { confirmClock } from "../ops/clock.sql.ts";
import { rotate } from "../ops/rotation.sql.ts";
import { turnOffSecondFactor } from "../session/secondFactor/secondFactor.sql.ts";
import { findUserByEmail, setUserRole } from "../users/users.sql.ts";
import { ANYWAY, parseArguments, readSettings, runCommand, withDatabase } from "./command.ts";
import { forPerson, isPersonCommand } from "./personData.ts";

const CLOCK = "clock";
const ROTATE = "rotate";
const USAGE = `Name the user by email address: npm run admin -- EMAIL

npm run admin -- erase EMAIL      deletes an account after ${ERASURE_DAYS} days
npm run admin -- keep EMAIL       takes that back
npm run admin -- send-data EMAIL  emails a person the link to their data
npm run admin -- data EMAIL       prints an admin's copy of a person's data, as JSON
npm run admin -- clock            confirms that the clocks are right after a jump
npm run admin -- rotate           ends what a leaked SESSION_SECRET can make`;

/**
 * `npm run admin -- EMAIL`: makes an existing user an admin. The running server notices it within a second. An
 * unconfirmed address may not belong to the account's owner, so it requires `--force`. With `--remove-second-factor` it
 * instead turns the user's second factor off, for people who lost their phone and recovery codes.
 */
export async function promote(args: readonly string[], settings = readSettings()): Promise<string> {
  const flags = { force: { type: "boolean" }, "remove-second-factor": { type: "boolean" }, ...ANYWAY } as const;
  const { positionals, values } = parseArguments(args, flags, USAGE);
  const [argument, ...more] = positionals;
  const address = email.safeParse(argument);
  if (!address.success || more.length > 0) throw new OperatorError(USAGE);
  return withDatabase({ ...settings, anyway: values.anyway }, async (database) => {
    const user = await findUserByEmail(database, address.data);
    if (!user) throw new OperatorError(`There is no account for ${address.data}. Its owner has to sign up first.`);
    if (values["remove-second-factor"]) {
      const wasOn = await turnOffSecondFactor(database, user._id, "commandLine");
      return `${user.name} ${wasOn ? "signs in without a code now" : "has no second factor"}.`;
    }
    if (!user.emailVerified && !values.force)
      throw new OperatorError(
        `${address.data} is not confirmed, so anyone could have signed up with it. Ask its owner to use the link in the confirmation email, or add --force.`,
      );
    const change = await setUserRole(database, user._id, "admin", "commandLine");
    return change === "same" ? `${user.name} is already an admin.` : `${user.name} is an admin now.`;
  });
}

/** `npm run admin -- clock`: confirms that the clocks of this machine and of the database are right after a jump. */
async function confirmTime(args: readonly string[]): Promise<string> {
  const { positionals, values } = parseArguments(args, ANYWAY, USAGE);
  if (positionals.length > 0) throw new OperatorError(USAGE);
  return withDatabase({ ...readSettings(), anyway: values.anyway }, async (database) => {
    const confirmed = await confirmClock(database, "commandLine", { seen: null });
    if (confirmed.length === 0) return "No clock has jumped: there is nothing to confirm.";
    return `${describeJumps(confirmed)} Confirmed: surveys are closed, and what is old is deleted, by it again.`;
  });
}

/**
 * `npm run admin -- rotate`: invalidates everything that a person who knows a secret of SESSION_SECRET_LEAKED can make,
 * and replaces it.
 */
export async function rotateSecret(args: readonly string[], settings = readSettings()): Promise<string> {
  const { positionals, values } = parseArguments(args, ANYWAY, USAGE);
  if (positionals.length > 0) throw new OperatorError(USAGE);
  const { sessionSecret, leakedSecrets, publicUrl } = settings;
  if (sessionSecret === null || leakedSecrets.length === 0)
    throw new OperatorError(
      "Set a new SESSION_SECRET, and add the leaked one to SESSION_SECRET_LEAKED. Then run this command again.",
    );
  return withDatabase({ ...settings, anyway: values.anyway }, async (database) => {
    const tokens = createInvitationTokens(secretsOf({ ...settings, sessionSecret }), publicUrl);
    const { sessions, apiKeys, links, sentAgain, codes, surveys } = await rotate(database, tokens);
    return [
      `Ended, so that everyone signs in again: ${sessions} sessions, ${apiKeys} API keys.`,
      `On ${surveys} open survey(s): ${links} links replaced, ${sentAgain} of them sent again; ${codes} codes ended.`,
      ...(codes > 0 ? [`The owners get new codes with "Replace and print" on their lists.`] : []),
      "Unsubscribe links of emails that were sent with the leaked secret stop nothing any more.",
      "Keep SESSION_SECRET_LEAKED: it only recognizes addresses that refuse invitations or have voted.",
    ].join("\n");
  });
}

await runCommand(import.meta.filename, ([first, ...args]) => {
  if (first === CLOCK) return confirmTime(args);
  if (isPersonCommand(first)) return forPerson(first, args, { usage: USAGE });
  return first === ROTATE ? rotateSecret(args) : promote(first === undefined ? args : [first, ...args]);
});
