import type { ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import { addInvitations, INVITATION_ROWS_MAX, type IssuedCode } from "@survey-app/contract/invitations/invitations.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiRequestError, api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { loadSentences } from "../api/localizeErrors.ts";
import { invalidateAndWait } from "../api/queryClient.ts";
import { useTicket } from "../api/useTicket.ts";
import { changedByList } from "./invitations.queries.ts";
import { type LeftOut, leftOutOf, leftOutRow, reasonOfKnown, type WithoutAddress } from "./leftOut.ts";
import type { ListRow, ReadList } from "./listResult.ts";

/**
 * The progress of a list: checked without storing anything, then added in parts, which can be continued after a
 * failure.
 */
export type ImportStep =
  | { kind: "editing"; failure: string | null }
  | { kind: "checking" | "adding"; done: number; total: number }
  | {
      kind: "checked";
      rows: ListRow[];
      /** Those of `rows` without an address who may be on the list already, under the same name. */
      known: ListRow[];
      leftOut: LeftOut[];
      unused: ReadList["unused"];
    }
  | { kind: "stopped"; rest: ListRow[]; done: number; total: number; failure: string; canContinue: boolean }
  | { kind: "added"; count: number };

/** The list to which people are added: a survey's or a saved one. */
export interface ImportTarget {
  send(body: {
    rows: Pick<ListRow, "email" | "label" | "group">[];
    dryRun: boolean;
    total: number;
    ticket: string;
  }): Promise<Pick<ResponseOf<typeof addInvitations>, "problems" | "sameLabel" | "codes">>;
  /** The queries that a change invalidates. */
  changed: readonly QueryKey[];
  hasGroups: boolean;
  withoutAddress: WithoutAddress;
}

/** Adds people to the list of a survey. */
export const surveyTarget = (surveyId: string, takesCodes: boolean): ImportTarget => ({
  send: (body) => api(addInvitations, { params: { id: surveyId }, body: { ...body, waiting: true } }),
  changed: changedByList,
  hasGroups: false,
  withoutAddress: takesCodes ? "code" : "waits",
});

/**
 * Adds the people of a list.
 * @param onCodes called with the codes of people without an address, which can't be read again
 */
export function useImport(target: ImportTarget, onCodes: (codes: IssuedCode[]) => void) {
  const client = useQueryClient();
  const [step, setStep] = useState<ImportStep>({ kind: "editing", failure: null });
  const ticketFor = useTicket<ListRow | undefined>();
  /** Codes of the parts that were added: shown together at the end. */
  const codes = useRef<IssuedCode[]>([]);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  /**
   * Sends a part of the rows. @param total how many people the whole list has @returns those that were left out, and
   * why; and those who have the name of a person without an address who is on the list already
   */
  async function sendPart(
    rows: readonly ListRow[],
    dryRun: boolean,
    total = 0,
  ): Promise<{ bad: Map<ListRow, string>; known: ListRow[] }> {
    // A part that is sent again, because its response was lost, begins with the same row.
    const body = {
      rows: rows.map(({ email, label, group }) => ({ email, label, group })),
      dryRun,
      total,
      ticket: ticketFor(rows[0]),
    };
    const { problems, sameLabel, codes: issued } = await target.send(body);
    codes.current.push(...issued);
    const sentences = problems.length > 0 ? await loadSentences() : null;
    const bad = new Map(
      problems.flatMap((problem) => {
        const { row, kind, message } = sentences?.localizedMessage(problem, sentences.formErrors) ?? problem;
        const found = rows[row];
        return found ? [[found, reasonOfKnown(found, { kind, message })] as const] : [];
      }),
    );
    return { bad, known: sameLabel.flatMap((row) => rows[row] ?? []) };
  }

  async function check(list: ReadList) {
    // The parts of a check aren't stored, so the server can't compare them with each other.
    const { rows, leftOut } = leftOutOf(list, target.withoutAddress);
    const bad = new Map<ListRow, string>();
    const known: ListRow[] = [];
    try {
      for (let done = 0; done < rows.length && !isGone.current; done += INVITATION_ROWS_MAX) {
        setStep({ kind: "checking", done, total: rows.length });
        const part = await sendPart(rows.slice(done, done + INVITATION_ROWS_MAX), true);
        for (const [row, reason] of part.bad) bad.set(row, reason);
        known.push(...part.known);
      }
      const good = rows.filter((row) => !bad.has(row));
      // Otherwise the list could be full after some parts were added.
      if (good.length > 0 && !isGone.current) await sendPart(good.slice(0, INVITATION_ROWS_MAX), true, good.length);
      const all = [...leftOut, ...[...bad].map(([row, reason]) => leftOutRow(row, reason))];
      const sorted = all.sort((a, b) => a.line - b.line);
      setStep({ kind: "checked", rows: good, known, leftOut: sorted, unused: list.unused });
    } catch (error) {
      setStep({ kind: "editing", failure: failureOf(error).text });
    }
  }

  /** @param before how many were added before the work stopped */
  async function add(rows: ListRow[], before = 0) {
    const total = before + rows.length;
    let done = 0;
    try {
      while (done < rows.length && !isGone.current) {
        setStep({ kind: "adding", done: before + done, total });
        await sendPart(rows.slice(done, done + INVITATION_ROWS_MAX), false);
        done = Math.min(rows.length, done + INVITATION_ROWS_MAX);
      }
      setStep({ kind: "added", count: total });
      showCodes();
    } catch (error) {
      const failure = failureOf(error, invitationTexts.addUnknown).text;
      // The list is full or fixed, or voting has ended: trying again changes nothing.
      const canContinue = !(error instanceof ApiRequestError && error.status === 409);
      setStep({ kind: "stopped", rest: rows.slice(done), done: before + done, total, failure, canContinue });
    }
    await invalidateAndWait(client, ...target.changed);
  }

  /** Shows the codes of the people who were added, also if others were not. */
  function showCodes() {
    if (codes.current.length > 0) onCodes(codes.current);
    codes.current = [];
  }

  return {
    step,
    check,
    add,
    showCodes,
    codesMade: () => codes.current.length,
    edit: () => setStep({ kind: "editing", failure: null }),
  };
}
