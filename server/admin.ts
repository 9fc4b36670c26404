import { email } from "@survey-app/contract/text.ts";
import { ConfigError, readConfig } from "./config.ts";
import { openDatabase } from "./database/database.ts";
import { migrate } from "./database/migrate.ts";
import { failureSentence } from "./startFailure.ts";
import { findUserByEmail, setRole } from "./users/users.sql.ts";

/** `npm run admin -- EMAIL`: makes an existing user an admin. The running server knows within a second. */
async function promote(argument: string | undefined): Promise<string> {
  const address = email.safeParse(argument);
  if (!address.success) throw new ConfigError("Name the user by e-mail address: npm run admin -- EMAIL");
  const database = openDatabase(readConfig());
  try {
    await migrate(database);
    const user = await findUserByEmail(database, address.data);
    if (!user) throw new ConfigError(`There is no account for ${address.data}: it has to sign up first.`);
    const change = await setRole(database, user._id, "admin", "commandLine");
    return change === "same" ? `${user.name} is an admin already.` : `${user.name} is an admin now.`;
  } finally {
    await database.close();
  }
}

promote(process.argv[2]).then(
  (done) => console.log(done),
  (error: unknown) => {
    console.error(failureSentence(error) ?? error);
    process.exitCode = 1;
  },
);
