import { email } from "@survey-app/contract/text/text.ts";
import * as erasure from "../account/erasure.sql.ts";
import { exportForAdmin } from "../account/exportForAdmin.sql.ts";
import type { MainDatabase } from "../database/database.ts";
import { OperatorError } from "../database/operatorError.ts";
import { secretsOf } from "../database/secrets.ts";
import { ApiError } from "../http/apiError.ts";
import { createAddressHash, type HashAddress } from "../mail/addressHash.ts";
import { findUserByEmail } from "../users/users.sql.ts";
import { ANYWAY, parseArguments, readSettings, withDatabase } from "./command.ts";

interface Person {
  database: MainDatabase;
  id: string;
  name: string;
  /** Null without SESSION_SECRET. */
  hashAddress: HashAddress | null;
}

const COMMAND_LINE = "commandLine";

/** The subcommands of `npm run admin` for a person's data. */
const commands = {
  async erase({ database, id, name }: Person) {
    const at = new Date(await erasure.scheduleErasure(database, id, COMMAND_LINE));
    return `${name}'s account will be deleted after ${at.toISOString()}.`;
  },
  async keep({ database, id, name }: Person) {
    const wasScheduled = await erasure.cancelErasure(database, id, COMMAND_LINE);
    return wasScheduled ? `${name}'s account won't be deleted.` : `${name}'s account wasn't going to be deleted.`;
  },
  async "send-data"({ database, id, name }: Person) {
    await erasure.sendData(database, id, COMMAND_LINE);
    return `The server will email ${name} the link to their data.`;
  },
  async data({ database, id, hashAddress }: Person) {
    if (!hashAddress)
      throw new OperatorError("Set SESSION_SECRET to that of the server: it finds which emails the person refuses.");
    return JSON.stringify(await exportForAdmin(database, id, { by: COMMAND_LINE, hashAddress }), null, 2);
  },
};

export type PersonCommand = keyof typeof commands;

export const isPersonCommand = (word: string | undefined): word is PersonCommand =>
  word !== undefined && Object.hasOwn(commands, word);

/**
 * `npm run admin -- erase EMAIL`, and the others.
 * @param usage printed with wrong arguments
 * @throws {OperatorError} with the message of the error that the server would respond with
 */
export async function forPerson(
  command: PersonCommand,
  args: readonly string[],
  { usage, settings = readSettings() }: { usage: string; settings?: ReturnType<typeof readSettings> },
): Promise<string> {
  const { positionals, values } = parseArguments(args, ANYWAY, usage);
  const [argument, ...more] = positionals;
  const address = email.safeParse(argument);
  if (!address.success || more.length > 0) throw new OperatorError(usage);
  const { sessionSecret } = settings;
  const hashAddress = sessionSecret ? createAddressHash(secretsOf({ ...settings, sessionSecret }).readable) : null;
  return withDatabase({ ...settings, anyway: values.anyway }, async (database) => {
    const user = await findUserByEmail(database, address.data);
    if (!user) throw new OperatorError(`There is no account for ${address.data}.`);
    try {
      return await commands[command]({ database, id: user._id, name: user.name, hashAddress });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The sentence of the API is for the person.
      if (error.code === "addressUnconfirmed")
        throw new OperatorError(
          `${address.data} is not confirmed, so it may belong to someone else: no email is sent to it. The data for you: npm run admin -- data ${address.data}`,
        );
      throw new OperatorError(error.message);
    }
  });
}
