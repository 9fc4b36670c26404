import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { useId } from "react";
import { Button } from "../ui/Button.tsx";
import { FocusedGroup } from "../ui/FocusedGroup.tsx";
import { listOf } from "../ui/lists.ts";
import { LeftOutTable, UnusedColumns } from "./LeftOutTable.tsx";
import type { LeftOut, WithoutAddress } from "./leftOut.ts";
import type { ListRow, ReadList } from "./listResult.ts";

/** Names that are shown in a sentence: enough to know which list was pasted again. */
const NAMES_MAX = 50;

interface ImportReportProps {
  /** The rows that can be added. */
  rows: ListRow[];
  /** Those of them who may be on the list already, without an address and under the same name. */
  known: ListRow[];
  leftOut: LeftOut[];
  unused: ReadList["unused"];
  withoutAddress: WithoutAddress;
  onAdd: (rows: ListRow[]) => void;
  onBack: () => void;
}

/** The rows of a list that would be added, and the problem of each row that would not. */
export function ImportReport({ rows, known, leftOut, unused, withoutAddress, onAdd, onBack }: ImportReportProps) {
  const id = useId();
  const withoutEmail = withoutAddress === "listed" ? 0 : rows.filter(({ email }) => email === "").length;
  const knownRows = new Set(known);
  const fresh = rows.filter((row) => !knownRows.has(row));
  const names = known.slice(0, NAMES_MAX).map(({ label }) => label);
  return (
    <FocusedGroup labelledBy={id} className="space-y-4">
      <p id={id}>
        <strong className="font-semibold">{invitationTexts.canAdd(rows.length)}</strong>{" "}
        {withoutEmail > 0 &&
          (withoutAddress === "waits"
            ? invitationTexts.willWait(withoutEmail)
            : invitationTexts.withCodes(withoutEmail))}
      </p>
      {known.length > 0 && (
        <p className="rounded-xl bg-no-soft px-4 py-3 wrap-anywhere">
          {invitationTexts.sameNames(listOf(known.length > NAMES_MAX ? [...names, "…"] : names, "unit"))}
        </p>
      )}
      {leftOut.length > 0 && <LeftOutTable leftOut={leftOut} />}
      <UnusedColumns unused={unused} />
      <p className="text-sm text-muted">{invitationTexts.nothingStored}</p>
      <div className="flex flex-wrap gap-3">
        {fresh.length > 0 && <Button onClick={() => onAdd(fresh)}>{invitationTexts.addNow(fresh.length)}</Button>}
        {known.length > 0 && (
          <Button look="quiet" onClick={() => onAdd(rows)}>
            {invitationTexts.addAll(rows.length)}
          </Button>
        )}
        <Button look={fresh.length > 0 ? "plain" : "main"} onClick={onBack}>
          {invitationTexts.back}
        </Button>
      </div>
    </FocusedGroup>
  );
}
