import { BYTE_ORDER_MARK, toCsv } from "@survey-app/contract/csv.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { useId } from "react";
import { Button } from "../ui/Button.tsx";
import { downloadFile } from "../ui/downloadFile.ts";
import { FocusedGroup } from "../ui/FocusedGroup.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { UserText } from "../ui/UserText.tsx";
import type { ListRow } from "./readList.ts";
import type { LeftOut } from "./useImport.ts";

/** Rows shown on the page; the download has all. */
const SHOWN_MAX = 50;

interface ImportReportProps {
  /** The rows that can be added. */
  rows: ListRow[];
  leftOut: LeftOut[];
  onAdd: () => void;
  onBack: () => void;
}

/** What would be added of a list, and what is wrong with each row that would not. */
export function ImportReport({ rows, leftOut, onAdd, onBack }: ImportReportProps) {
  const id = useId();
  const withCodes = rows.filter(({ email }) => email === "").length;
  return (
    <FocusedGroup labelledBy={id} className="space-y-4">
      <p id={id}>
        <strong className="font-semibold">{invitationTexts.canAdd(rows.length)}</strong>{" "}
        {withCodes > 0 && invitationTexts.withCodes(withCodes)}
      </p>
      {leftOut.length > 0 && <Problems leftOut={leftOut} />}
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

function Problems({ leftOut }: { leftOut: LeftOut[] }) {
  const more = leftOut.length - SHOWN_MAX;
  const columns = [invitationTexts.row, invitationTexts.entry, invitationTexts.reason];
  const download = () =>
    downloadFile(
      invitationTexts.problemsFile,
      BYTE_ORDER_MARK + toCsv([columns, ...leftOut.map(({ row, reason }) => [String(row.line), entryOf(row), reason])]),
      "text/csv",
    );
  return (
    <div className="space-y-3 rounded-xl border border-line px-4 py-3">
      <table className="w-full text-start text-sm">
        <caption className="pb-3 text-start text-base font-medium">{invitationTexts.leftOut(leftOut.length)}</caption>
        <thead className="text-muted">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="py-1 pe-4 text-start font-semibold">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {leftOut.slice(0, SHOWN_MAX).map(({ row, reason }) => (
            <tr key={row.line} className="border-t border-line">
              <td className="py-1.5 pe-4 tabular-nums">{row.line}</td>
              <td className="max-w-60 py-1.5 pe-4 wrap-anywhere">
                <UserText>{entryOf(row)}</UserText>
              </td>
              <td className="py-1.5">{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="text-sm text-muted">{invitationTexts.moreProblems(more)}</p>}
      <Button look="quiet" small onClick={download}>
        <Icon path={innerIcons.download} size={16} /> {invitationTexts.downloadProblems}
      </Button>
    </div>
  );
}

const entryOf = ({ email, label }: ListRow) => [label, email].filter(Boolean).join(", ");
