import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { useId } from "react";
import { Button } from "../ui/Button.tsx";
import { FocusedGroup } from "../ui/FocusedGroup.tsx";
import { LeftOutTable, UnusedColumns } from "./LeftOutTable.tsx";
import type { LeftOut } from "./leftOut.ts";
import type { ListRow, ReadList } from "./listResult.ts";

interface ImportReportProps {
  /** The rows that can be added. */
  rows: ListRow[];
  leftOut: LeftOut[];
  unused: ReadList["unused"];
  onAdd: () => void;
  onBack: () => void;
}

/** The rows of a list that would be added, and the problem of each row that would not. */
export function ImportReport({ rows, leftOut, unused, onAdd, onBack }: ImportReportProps) {
  const id = useId();
  const withCodes = rows.filter(({ email }) => email === "").length;
  return (
    <FocusedGroup labelledBy={id} className="space-y-4">
      <p id={id}>
        <strong className="font-semibold">{invitationTexts.canAdd(rows.length)}</strong>{" "}
        {withCodes > 0 && invitationTexts.withCodes(withCodes)}
      </p>
      {leftOut.length > 0 && <LeftOutTable leftOut={leftOut} />}
      <UnusedColumns unused={unused} />
      <p className="text-sm text-muted">{invitationTexts.nothingStored}</p>
      <div className="flex flex-wrap gap-3">
        {rows.length > 0 && <Button onClick={onAdd}>{invitationTexts.addNow(rows.length)}</Button>}
        <Button look={rows.length > 0 ? "plain" : "main"} onClick={onBack}>
          {invitationTexts.back}
        </Button>
      </div>
    </FocusedGroup>
  );
}
