import { namesVoters, sealsEarlierAnswers } from "@survey-app/contract/ballots/ballots.ts";
import * as downloads from "@survey-app/contract/results/downloads.ts";
import { inLanguage } from "@survey-app/contract/surveys/translations.ts";
import { LEDGER_MAX } from "@survey-app/contract/votes/votes.ts";
import { readLedger, readLedgerSummary } from "../ballots/ledgerRows.sql.ts";
import { coOwnersOf, may } from "../ballots/rights.ts";
import type { Database, MainDatabase } from "../database/database.ts";
import type { EventBus } from "../database/events.ts";
import { apiError, orNotFound } from "../http/apiError.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { findResults, toFullSurvey } from "../surveys/fullSurvey.sql.ts";
import { findSurvey, seesResults } from "../surveys/surveys.sql.ts";
import { wordsIn } from "../words/wordsIn.ts";
import { givingWay } from "./givingWay.ts";
import { type Addresses, portableResult } from "./portableResult.ts";
import { serveRecords } from "./records.routes.ts";
import { resultsTable, votesTable } from "./tables.ts";
import { findOwners, readSealedVotes, readVotesAt } from "./votesCsv.sql.ts";

/** Serves results, votes and ledgers as files. Files don't contain anything that the reader may not see on a page. */
export function serveDownloads(
  registerEndpoint: RegisterEndpoint,
  { database, events }: { database: MainDatabase; events: EventBus },
  addresses: Addresses,
): void {
  const find = async ({ params: { id }, currentUser }: { params: { id: string }; currentUser: CurrentUser | null }) =>
    orNotFound(await findSurvey(database, id, currentUser));

  registerEndpoint(downloads.getPortableResult, async (context) => {
    const survey = await find(context);
    // Its ledger is open to everyone or to no one, so a voter who alone sees the result could not prove it.
    if (!survey.resultsVisible) throw apiError("resultHidden");
    return portableResult(database.forLists, await toFullSurvey(database, survey), addresses);
  });

  registerEndpoint(downloads.getResultsCsv, async (context) => {
    const survey = await find(context);
    const results = orNotFound(await findResults(database, survey._id, context.currentUser));
    if (!results.resultsVisible) throw apiError("resultHidden");
    return [resultsTable(survey, results, context.query.separator)];
  });

  registerEndpoint(downloads.getSurveyMinutes, async (context) => {
    const survey = await find(context);
    if (survey.closedAt === null) throw apiError("notClosed");
    const { language, timeZone } = context.query;
    const { surveyMinutes } = await wordsIn(language);
    return { text: surveyMinutes(inLanguage(await toFullSurvey(database, survey), language), timeZone) };
  });

  registerEndpoint(downloads.getVotesCsv, async (context) => {
    const { currentUser, reply } = context;
    const survey = await find(context);
    const owners = await findOwners(database, survey._id);
    // Owners can lose the right. They don't get 403, because the web client signs out on it.
    const isOwner = [owners.owner_id, ...coOwnersOf(owners)].includes(currentUser.userId);
    if (!may("readVoters", currentUser, owners)) throw apiError(isOwner ? "votersHidden" : "notYou");
    if (!namesVoters(survey)) throw apiError("notInThisMode");
    if (!(await seesResults(database, survey, currentUser))) throw apiError("resultHidden");
    const { head, ...moment } = await readLedgerSummary(database, survey._id);
    reply.header("x-total-count", moment.participants);
    const shown = { ...moment, isForListOwner: may("exportList", currentUser, owners) };
    const chunks = sealsEarlierAnswers(survey)
      ? readSealedVotes(database.forLists, survey, shown)
      : readVotesAt(database.forLists, survey._id, shown);
    return votesTable(head, givingWay(chunks), context.query.separator);
  });

  registerEndpoint(downloads.getLedgerLines, async (context) => {
    const { _id } = await find(context);
    return ledgerLines(database.forLists, _id);
  });

  serveRecords(registerEndpoint, { database, events }, addresses);
}

/** The lines of a ledger, read page by page. */
async function* ledgerLines(database: Database, surveyId: string): AsyncGenerator<string> {
  for (let after: number | null = 0; after !== null; ) {
    const { json, next }: Awaited<ReturnType<typeof readLedger>> = await readLedger(database, surveyId, {
      after,
      limit: LEDGER_MAX,
    });
    yield `${json}\n`;
    after = next;
  }
}
