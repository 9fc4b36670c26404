import { getVotesCsv } from "@survey-app/contract/results/downloads.ts";
import { apiFile } from "../api/api.ts";
import { csvQuery } from "../ui/csvSeparator.ts";

/**
 * Downloads all votes on a survey as CSV; reports how many have arrived, and of how many.
 * @throws Error if the file doesn't have as many records as the server announced
 */
export async function fetchVotesCsv(
  surveyId: string,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const response = await apiFile(getVotesCsv, { params: { id: surveyId }, query: csvQuery }, signal);
  const total = Number(response.headers.get("x-total-count"));
  const pieces: BlobPart[] = [];
  // The heading is a record too.
  let records = -1;
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    if (!value) continue;
    pieces.push(value);
    records += endsIn(value);
    onProgress(Math.max(0, records), total);
  }
  if (records !== total) throw new Error(`${records} of ${total} votes arrived`);
  return new Blob(pieces);
}

const CARRIAGE_RETURN = 13;

/** The number of records that end in these bytes. People's texts contain no carriage returns. */
function endsIn(bytes: Uint8Array): number {
  let records = 0;
  for (let index = bytes.indexOf(CARRIAGE_RETURN); index >= 0; index = bytes.indexOf(CARRIAGE_RETURN, index + 1))
    records++;
  return records;
}
