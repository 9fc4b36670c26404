import { realpathSync } from "node:fs";
import { email } from "@survey-app/contract/text.ts";
import { ConfigError, readConfig } from "../config.ts";
import { openDatabase } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { turnOff } from "../session/secondFactor/secondFactor.sql.ts";
import { failureSentence } from "../startFailure.ts";
import { findUserByEmail, setRole } from "../users/users.sql.ts";

const FORCE = "--force";
const REMOVE_SECOND_FACTOR = "--remove-second-factor";

/**
 * `npm run admin -- EMAIL`: makes an existing user an admin. The running server notices it within a second. An unconfirmed
 * address may not belong to the account's owner, so it requires `--force`. With `--remove-second-factor` it instead turns the
 * user's second factor off, for those who lost phone and recovery codes.
 */
export async function promote(args: readonly string[], settings = readConfig()): Promise<string> {
  const [argument, ...more] = args.filter((each) => each !== FORCE && each !== REMOVE_SECOND_FACTOR);
  const address = email.safeParse(argument);
  if (!address.success || more.length > 0)
    throw new ConfigError("Name the user by email address: npm run admin -- EMAIL");
  const database = openDatabase(settings);
  try {
    await migrate(database);
    const user = await findUserByEmail(database, address.data);
    if (!user) throw new ConfigError(`There is no account for ${address.data}. Its owner has to sign up first.`);
    if (args.includes(REMOVE_SECOND_FACTOR)) {
      const wasOn = await turnOff(database, user._id, "commandLine");
      return `${user.name} ${wasOn ? "signs in without a code now" : "has no second factor"}.`;
    }
    if (!user.emailVerified && !args.includes(FORCE))
      throw new ConfigError(
        `${address.data} is not confirmed, so anyone could have signed up with it. Ask its owner to use the link in the confirmation email, or add ${FORCE}.`,
      );
    const change = await setRole(database, user._id, "admin", "commandLine");
    return change === "same" ? `${user.name} is an admin already.` : `${user.name} is an admin now.`;
  } finally {
    await database.close();
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename)
  promote(process.argv.slice(2)).then(
    (done) => console.log(done),
    (error: unknown) => {
      console.error(failureSentence(error) ?? error);
      process.exitCode = 1;
    },
  );
