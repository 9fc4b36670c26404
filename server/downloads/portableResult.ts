import { RESULT_FORMATS } from "@survey-app/contract/ballots/ledger.ts";
import { getLedgerLines } from "@survey-app/contract/results/downloads.ts";
import { PORTABLE_ROWS_MAX, type PortableResult } from "@survey-app/contract/results/portableResult.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { readLedger } from "../ballots/ledgerRows.sql.ts";
import type { Database } from "../database/database.ts";
import { apiError } from "../http/apiError.ts";

/** The base URLs of pages and endpoints, which files contain. */
export interface Addresses {
  publicUrl: string;
  apiBase: string;
}

/**
 * The pieces of a portable result. The ledger's text comes from the database, and is not parsed and serialized again.
 */
export async function portableResult(database: Database, survey: FullSurvey, addresses: Addresses): Promise<string[]> {
  const { _id, Title, Description, language, translations, imageAlt, notes, label } = survey;
  const { json, next, header } = await readLedger(database, _id, { after: 0, limit: PORTABLE_ROWS_MAX });
  // The survey was closed between the two reads, which happens at most once: a retry succeeds.
  if ((header.closed === null) !== (label.asked.to === null)) throw apiError("busy", { retryAfter: 1 });
  // The same if the question was edited before the first vote, or version 1.0 began the ledger.
  const isOther = header.asks ? header.asks.question !== label.questionHash : label.picture !== undefined;
  if (isOther && (!header.asks || header.participants === 0)) throw apiError("busy", { retryAfter: 1 });
  const { yes, no, unsure } = header.totals ?? { yes: null, no: null, unsure: null };
  const hasFormerForm = language === null && label.passRule === null && imageAlt === null;
  const result: Omit<PortableResult, "ledger"> = {
    format: RESULT_FORMATS[header.format === 3 ? 2 : hasFormerForm ? 0 : 1],
    survey: {
      ...{ _id, Title, Description, language, translations },
      ...(imageAlt !== null && { imageAlt }),
      ...(header.format === 3 && { notes }),
      url: `${addresses.publicUrl}/surveydetails/${_id}`,
    },
    totals: { participants: header.participants, yes, no, unsure },
    // Votes may have been cast since the label was read.
    label: {
      ...label,
      head: header.end ?? header.head,
      changes: label.changes === null ? null : header.rows - header.participants,
    },
    ledgerUrl: addresses.apiBase + getLedgerLines.path.replace(":id", _id),
  };
  const ledger = next === null ? json : JSON.stringify({ ...header, entries: [] });
  return [JSON.stringify(result).slice(0, -1), ',"ledger":', ledger, "}"];
}
