import type { Row } from "./accessRow.ts";
import type { AnyRequest } from "./testApp.ts";

const ofNone = { meeting: "none" };

/** Everyone reads a record. There are no meetings here; server/downloads/ covers those with questions. */
export function rowsOfRecords(): Record<string, Row[]> {
  const row: Row[] = [{ request: () => ({ params: ofNone }), expected: 404 }];
  return {
    "record.getRecord": row,
    "record.getMinutes": row,
    "record.getRecordFile": row,
    "record.getRecordCsv": row,
  };
}

/** Valid requests to the endpoints of records. */
export function inputsOfRecords(): Record<string, () => Required<AnyRequest>> {
  const input = (query: Record<string, unknown>) => () => ({ params: ofNone, query, body: undefined });
  return {
    "record.getRecord": input({}),
    "record.getMinutes": input({ language: "en", timeZone: "Europe/Zurich" }),
    "record.getRecordFile": input({}),
    "record.getRecordCsv": input({ separator: "comma" }),
  };
}
