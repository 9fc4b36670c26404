import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as listTexts from "@survey-app/texts/listTexts.ts";
import { Button } from "../ui/Button.tsx";
import { downloadCsv } from "../ui/downloadCsv.ts";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { UserText } from "../ui/UserText.tsx";
import type { LeftOut } from "./leftOut.ts";

/** Rows shown on the page; the download has all. */
const SHOWN_MAX = 50;

/** The problem of each row of a list that isn't added, also as a file, which can be corrected and uploaded. */
export function LeftOutTable({ leftOut }: { leftOut: readonly LeftOut[] }) {
  const more = leftOut.length - SHOWN_MAX;
  const columns = [invitationTexts.row, invitationTexts.entry, invitationTexts.reason];
  const download = () => {
    const hasGroups = leftOut.some(({ group }) => group !== "");
    const records = leftOut.map(({ line, entry, group, reason }) => [
      String(line),
      entry,
      ...(hasGroups ? [group] : []),
      reason,
    ]);
    const [row = "", entry = "", reason = ""] = columns;
    downloadCsv(invitationTexts.problemsFile, [
      [row, entry, ...(hasGroups ? [listTexts.group] : []), reason],
      ...records,
    ]);
  };
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
          {leftOut.slice(0, SHOWN_MAX).map(({ line, entry, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row can have several entries, also the same one twice
            <tr key={index} className="border-t border-line">
              <td className="py-1.5 pe-4 tabular-nums">{line}</td>
              <td className="min-w-32 max-w-60 py-1.5 pe-4 wrap-anywhere">
                <UserText>{entry}</UserText>
              </td>
              <td className="py-1.5 wrap-anywhere">{reason}</td>
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

/** The columns of a list that weren't read; nothing if all were. */
export function UnusedColumns({ unused }: { unused: readonly (string | number)[] }) {
  if (unused.length === 0) return null;
  const names = unused.map((each) => (typeof each === "number" ? invitationTexts.columnNumber(each) : each));
  return <p className="text-sm text-muted wrap-anywhere">{invitationTexts.unusedColumns(names.join(", "))}</p>;
}
