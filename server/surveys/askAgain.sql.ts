import type { AskingPolicies } from "@survey-app/contract/ballots/askingPolicies.ts";
import { mayAsk } from "@survey-app/contract/ballots/rights.ts";
import { copiedFields } from "@survey-app/contract/surveys/fieldRules.ts";
import type { OwnFields } from "@survey-app/contract/surveys/surveyFields.ts";
import type { SurveyStatus } from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { type Action, may } from "../ballots/rights.ts";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import { type Change, changeOf, type RecordSurveyEvent } from "../events/surveyEvents.ts";
import { apiError, orThrow } from "../http/apiError.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { makeInvitations } from "../invitations/codes.sql.ts";
import { insertInvitations, rejectAdditions } from "../invitations/invitations.sql.ts";
import type { InvitationTokens } from "../invitations/invitationTokens.ts";
import { lockList } from "../invitations/lockedList.sql.ts";
import { lockSender } from "../session/sender.sql.ts";
import { isCode } from "../voters/findVoter.sql.ts";
import { deleteSurvey } from "./deleteSurvey.sql.ts";
import { readFields } from "./fields.ts";
import { loadablePicture } from "./loadablePicture.ts";
import { addSurvey, publishComplete } from "./newSurvey.ts";

/** People copied in one transaction: on SQLite votes wait for it. */
const CHUNK = 500;

interface Asking {
  by: Action<CurrentUser>;
  policies: AskingPolicies;
  record: RecordSurveyEvent;
  tokens: InvitationTokens;
}

type AskingChange = Change<Action<CurrentUser>>;

/**
 * Asks the question of a closed survey again. Only its owner does, because the copied list becomes theirs. People who
 * don't want emails stay on the list, because they can vote; recipients are decided when the links are sent. A survey
 * with a list is published after the whole list is copied, because the first vote can fix a list. If copying fails, the
 * new survey is deleted.
 * @throws {ApiError} as for a new survey
 */
export async function askSurveyAgain(database: Database, surveyId: string, { by, policies, record, tokens }: Asking) {
  const inChange = <T>(work: (change: AskingChange) => Promise<T>) =>
    database.transaction((tx) => work(changeOf(tx, by, record)));
  const { hasList, ...made } = await inChange((change) => addAgain(change, surveyId, policies));
  if (!hasList) return { ...made, people: 0 };
  const { insertedId } = made;
  try {
    let people = 0;
    for (let after: string | null = ""; after !== null; ) {
      const lists: { surveyId: string; newId: string; after: string } = { surveyId, newId: insertedId, after };
      const copied = await inChange((change) => copyPeople(change, lists, tokens));
      people += copied.people;
      after = copied.last;
    }
    const status = await inChange((change) => publishComplete(change, insertedId, policies));
    return { ...made, people, status };
  } catch (error) {
    await inChange((change) => deleteSurvey(change, insertedId));
    throw error;
  }
}

/** The fields that every survey needs, and others. */
type Copied = Pick<OwnFields, "Title" | "Description" | "category"> & Partial<OwnFields>;

async function addAgain(
  change: AskingChange,
  surveyId: string,
  policies: AskingPolicies,
): Promise<{ insertedId: string; status: SurveyStatus; hasList: boolean; codes: number }> {
  const { tx } = change;
  const { currentUser } = change.by;
  const { db } = tx;
  if (!mayAsk("listed", (await lockSender(tx, currentUser)).role, policies)) throw apiError("roleRequired");
  const former = await db.selectFrom("surveys").selectAll().where("id", "=", surveyId).executeTakeFirst();
  if (!former || !may("exportList", currentUser, former)) throw apiError("notFound");
  if (former.closed_at === null) throw apiError("notClosed");
  const form = {
    ...(copiedFields(readFields(former), true) as Copied),
    image: loadablePicture(former),
    deadline: deadlineOf(former),
    copyOf: surveyId,
    timeZone: "UTC",
  };
  const seriesId = former.series_id ?? surveyId;
  // Before the new one, whose publication tells the pages of the series.
  await db.updateTable("surveys").set({ series_id: seriesId }).where("id", "=", surveyId).execute();
  const hasList = former.electorate === "invited";
  const isComplete = !hasList;
  const { id, status } = await addSurvey(change, form, { policies, seriesId, isComplete });
  return { insertedId: id, status, hasList, codes: hasList ? await countCodesOf(tx, surveyId) : 0 };
}

/** The new deadline: the time to vote is as long as before; null without one. */
function deadlineOf(former: { ends_at: number | null; first_published_at: number | null; appears_at: number }) {
  if (former.ends_at === null) return null;
  const opened = Math.max(former.first_published_at ?? 0, former.appears_at);
  return new Date(Date.now() + Math.max(former.ends_at - opened, HOUR_MS)).toISOString();
}

const countCodesOf = ({ db }: Database, surveyId: string): Promise<number> =>
  countMatching(
    db.selectFrom("invitations").where("survey_id", "=", surveyId).where(isCode).where("state", "<>", "struck"),
  );

/**
 * Copies the next people with an address who were not removed.
 * @returns how many, and the id of the last one read; null at the end
 */
async function copyPeople(
  change: AskingChange,
  { surveyId, newId: copy, after }: { surveyId: string; newId: string; after: string },
  tokens: InvitationTokens,
): Promise<{ people: number; last: string | null }> {
  const { tx } = change;
  const list = orThrow(await lockList(tx, copy, change.by.currentUser));
  const rows = await tx.db
    .selectFrom("invitations")
    .select(["id", "email", "label"])
    .where("survey_id", "=", surveyId)
    .where("email", "is not", null)
    .where("state", "<>", "struck")
    .where("id", ">", after)
    .orderBy("id")
    .limit(CHUNK)
    .execute();
  const added = await makeInvitations(tx, tokens, rows);
  orThrow(await rejectAdditions(tx, { list, count: added.length, codes: 0 }));
  await insertInvitations(change, { list, added, ticketHash: null });
  return { people: added.length, last: rows.length < CHUNK ? null : (rows.at(-1)?.id ?? null) };
}
