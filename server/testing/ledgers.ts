import { createLedgerChecker, type LedgerCheckResult } from "@survey-app/contract/results/checkLedger.ts";
import type { LedgerPage } from "@survey-app/contract/results/ledgerPage.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { expect } from "vitest";
import { sha256 } from "../ballots/voteChain.ts";
import type { TestApp } from "./testApp.ts";

/** Reads a survey's public ledger, page by page. */
export async function readLedgerPages({ app }: TestApp, id: string, limit: number): Promise<LedgerPage[]> {
  const pages: LedgerPage[] = [];
  let url: string | undefined = `/api/surveys/${id}/ledger?limit=${limit}`;
  while (url) {
    const response: Awaited<ReturnType<typeof app.inject>> = await app.inject({ url });
    pages.push(votes.getLedger.response.parse(response.json()));
    // The database's ledger has exactly the form that the contract defines.
    expect(pages.at(-1)).toEqual(response.json());
    url = /<([^>]+)>; rel="next"/.exec(String(response.headers.link ?? ""))?.[1];
  }
  return pages;
}

/** Checks a survey's public ledger. @throws LedgerFlaw */
export async function checkLedgerOf(
  t: TestApp,
  id: string,
  { limit = votes.LEDGER_MAX, receipts = [] as string[] } = {},
): Promise<LedgerCheckResult> {
  const checking = createLedgerChecker({ hash: sha256, receipts, surveyId: id });
  for (const page of await readLedgerPages(t, id, limit)) await checking.read(page);
  return checking.end();
}
