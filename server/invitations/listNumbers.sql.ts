import type { Closing, ClosingList } from "@survey-app/contract/ballots/ledger.ts";
import type { ResultLabel } from "@survey-app/contract/ballots/resultLabel.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";

/** The most days with changes that are returned, because every view of the survey reads them. */
const CHANGES_MAX = 100;

/**
 * The public numbers of a survey's list. People who were struck still count as invited, whether they voted or not, so
 * that the numbers reveal nothing about single people.
 * @param closing the numbers in the end of a closed survey's ledger, after which only objections are added
 */
export async function findListNumbers(
  { db }: Database,
  surveyId: string,
  participants: number,
  closing: Pick<Closing, "list"> | null = null,
): Promise<NonNullable<ResultLabel["list"]> & ClosingList> {
  const days = await db
    .selectFrom("invitation_days")
    .select(["day", "added", "struck", "codes", "sent", "objections", "replaced", "reissued"])
    .where("survey_id", "=", surveyId)
    .orderBy("day")
    .execute();
  const sum = (column: Exclude<keyof (typeof days)[number], "day">) =>
    days.reduce((total, row) => total + Number(row[column]), 0);
  const invited = days.filter(({ day }) => day === 0).reduce((total, { added }) => total + Number(added), 0);
  const people = sum("added");
  return {
    invited,
    added: people - invited,
    struck: sum("struck"),
    codes: sum("codes"),
    replaced: sum("replaced"),
    reissuedByOperator: sum("reissued"),
    unsent: people - sum("codes") - sum("sent"),
    ...closing?.list,
    objections: sum("objections"),
    turnout: people === 0 ? null : participants / people,
    changes: days
      .filter(({ day, added, struck }) => day > 0 && Number(added) + Number(struck) > 0)
      .slice(-CHANGES_MAX)
      .map(({ day, added, struck }) => ({
        day: new Date(day * DAY_MS).toISOString().slice(0, 10),
        added: Number(added),
        struck: Number(struck),
      })),
  };
}

/** The time under which all changes before the list is in use are counted. */
export const BEFORE_OPENING = 0;

/**
 * Adds to the public numbers of a list on a day; a negative number subtracts.
 * @param at a time of that day, in milliseconds since 1970
 */
export async function addToNumbers(
  { db }: Database,
  surveyId: string,
  at: number,
  changes: Partial<Record<"added" | "struck" | "codes" | "sent" | "objections" | "replaced" | "reissued", number>>,
): Promise<void> {
  const none = { added: 0, struck: 0, codes: 0, sent: 0, objections: 0, replaced: 0, reissued: 0 };
  await db
    .insertInto("invitation_days")
    .values({ survey_id: surveyId, day: Math.floor(at / DAY_MS), ...none, ...changes })
    .onConflict((conflict) =>
      conflict.columns(["survey_id", "day"]).doUpdateSet(({ eb, ref }) => ({
        added: eb("invitation_days.added", "+", ref("excluded.added")),
        struck: eb("invitation_days.struck", "+", ref("excluded.struck")),
        codes: eb("invitation_days.codes", "+", ref("excluded.codes")),
        sent: eb("invitation_days.sent", "+", ref("excluded.sent")),
        objections: eb("invitation_days.objections", "+", ref("excluded.objections")),
        replaced: eb("invitation_days.replaced", "+", ref("excluded.replaced")),
        reissued: eb("invitation_days.reissued", "+", ref("excluded.reissued")),
      })),
    )
    .execute();
}

/** The number of codes made for a survey. */
export async function countCodes({ db }: Database, surveyId: string): Promise<number> {
  const { codes } = await db
    .selectFrom("invitation_days")
    .select(({ fn }) => fn.sum<number | null>("codes").as("codes"))
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  return Number(codes ?? 0);
}

/**
 * The number of people on a list who have an address and want emails, but whose link wasn't sent yet, or waits to be
 * sent. People with codes don't count, even those whose code replaced a link: the owner hands codes out.
 */
export const countUnsent = (database: Database, surveyId: string, state: "listed" | "queued"): Promise<number> =>
  countWithLink(database, surveyId, state);

/** The same for those who were sent their link. */
export const countSent = (database: Database, surveyId: string): Promise<number> =>
  countWithLink(database, surveyId, "sent");

function countWithLink({ db }: Database, surveyId: string, state: "listed" | "queued" | "sent"): Promise<number> {
  const people = db.selectFrom("invitations").where("survey_id", "=", surveyId).where("state", "=", state);
  return countMatching(
    people.where("email", "is not", null).where("code_key", "is", null).where("wants_email", "=", 1),
  );
}

/** The number of times that links of a survey's list were sent. */
export function countInvitationMailings({ db }: Database, surveyId: string): Promise<number> {
  return countMatching(db.selectFrom("mailings").where("survey_id", "=", surveyId).where("kind", "=", "invitation"));
}
