import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import * as records from "@survey-app/contract/meetings/record.ts";
import { isClosed } from "@survey-app/contract/meetings/recordText.ts";
import { type PortableRecord, RECORD_FORMAT } from "@survey-app/contract/results/portableRecord.ts";
import type { Database, MainDatabase } from "../database/database.ts";
import type { EventBus } from "../database/events.ts";
import { orNotFound } from "../http/apiError.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { readRecord } from "../meetings/record.sql.ts";
import { toFullSurvey } from "../surveys/fullSurvey.sql.ts";
import { findSurvey } from "../surveys/surveys.sql.ts";
import { wordsIn } from "../words/wordsIn.ts";
import { type Addresses, portableResult } from "./portableResult.ts";
import { shareReads } from "./shareReads.ts";
import { recordTable } from "./tables.ts";

/** Serves the records of meetings to everyone with the address, also as text for minutes and as files. */
export function serveRecords(
  registerEndpoint: RegisterEndpoint,
  { database, events }: { database: MainDatabase; events: EventBus },
  addresses: Addresses,
): void {
  const read = (meeting: string) => readRecord(database.forLists, meeting);
  // Includes the numbers of an open question.
  registerEndpoint(records.getRecord, async ({ params: { meeting } }) => orNotFound(await read(meeting)));

  // The following endpoints only show closed questions. Reading 50 of them takes longer than putting them into words.
  const readShared = shareReads(events, read);
  const find = async (meeting: string) => orNotFound(await readShared(meeting));

  registerEndpoint(records.getMinutes, async ({ params: { meeting }, query: { language, timeZone } }) => {
    const record = await find(meeting);
    const { minutesText } = await wordsIn(language);
    return { text: minutesText(record, timeZone) };
  });

  registerEndpoint(records.getRecordCsv, async ({ params: { meeting }, query }) => [
    recordTable(await find(meeting), query.separator),
  ]);

  registerEndpoint(records.getRecordFile, async ({ params: { meeting } }) => {
    const { questions, name, ownerName, language, begunAt, endedAt } = await find(meeting);
    const url = `${addresses.publicUrl}/meetings/${meeting}/record`;
    const about = { _id: meeting, name, ownerName, language, begunAt, endedAt, url };
    return recordFile(database.forLists, { about, questions }, addresses);
  });
}

/** The pieces of a record's file, question by question, so that not all of their ledgers are in memory at once. */
async function* recordFile(
  database: Database,
  { about, questions }: { about: PortableRecord["meeting"]; questions: readonly OpenedQuestion[] },
  addresses: Addresses,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ format: RECORD_FORMAT, meeting: about }).slice(0, -1)},"questions":[`;
  const closed = questions.filter(isClosed);
  for (const [index, { n, surveyId, openedAt, head, repeats, repeatedBy }] of closed.entries()) {
    if (index > 0) yield ",";
    // Read as a visitor, so a question that an admin took down isn't found, whenever that was.
    const survey = await findSurvey(database, surveyId, null);
    if (survey === null) yield JSON.stringify({ n, openedAt, head });
    else {
      yield `{"n":${n},"result":`;
      yield* await portableResult(database, await toFullSurvey(database, survey), addresses);
      // A repetition that is still open isn't in the file.
      const isInFile = closed.some((other) => other.n === repeatedBy);
      yield `,${JSON.stringify({ repeats, repeatedBy: isInFile ? repeatedBy : null }).slice(1)}`;
    }
  }
  yield "]}";
}
