import { formatCount } from "@survey-app/texts/numbers.ts";
import { isOrigin } from "../config/configFormats.ts";
import { OperatorError } from "../database/operatorError.ts";
import { type LoadOptions, RATE_MAX, VOTES_MAX } from "../ops/load/loadTest.ts";
import { ANYWAY, parseArguments } from "./command.ts";

const USAGE = `npm run load -- URL [--votes 2000] [--rate 100]

Casts votes of test accounts at the server at URL, by default 2,000 at 100 a second, and prints how long they took.
Run it with the server's settings (DATABASE_URL or DATA_DIR, SESSION_SECRET, PUBLIC_URL), and on a database of its own:
votes can't be deleted. docs/scaling.md`;

/** Reads the arguments of `npm run load`. @throws {OperatorError} a sentence for the operator */
export function readLoadArguments(args: string[]): LoadOptions & { anyway?: boolean | undefined } {
  const options = { votes: { type: "string" }, rate: { type: "string" }, ...ANYWAY } as const;
  const { positionals, values } = parseArguments(args, options, USAGE);
  const [address, ...more] = positionals;
  if (!address || more.length > 0 || !isOrigin(address)) throw new OperatorError(USAGE);
  return {
    url: new URL(address).origin,
    votes: wholeNumber("--votes", values.votes ?? "2000", VOTES_MAX),
    rate: wholeNumber("--rate", values.rate ?? "100", RATE_MAX),
    anyway: values.anyway,
  };
}

function wholeNumber(name: string, text: string, max: number): number {
  if (/^[1-9]\d*$/.test(text) && Number(text) <= max) return Number(text);
  throw new OperatorError(`${name} must be a whole number from 1 to ${formatCount(max)}.`);
}
