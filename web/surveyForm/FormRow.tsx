import * as stateTexts from "@survey-app/texts/askStateTexts.ts";
import type { ReactNode } from "react";
import { classes } from "../ui/classes.ts";
import { useFolding } from "../ui/useFolding.ts";

interface FormRowProps {
  label: string;
  /** The value in words, after the label. */
  value: ReactNode;
  /** Open from the start, because its field is filled in next. */
  isNeeded?: boolean;
  /** Open whatever the user chose: what is wrong must not be hidden. */
  isWrong?: boolean;
  /** Shares its line with another row on a phone, while both are closed. */
  isHalf?: boolean;
  children: ReactNode;
}

/** A row of a form: its label, its value in words, and its fields, which open in place. */
export function FormRow({ label, value, isNeeded = false, isWrong = false, isHalf = false, children }: FormRowProps) {
  const folding = useFolding({ isNeeded, isWrong });
  return (
    <details
      {...folding}
      className={classes("group/row min-w-0 border-b border-line", isHalf && "max-sm:open:col-span-2")}
    >
      <summary
        className={classes(
          "flex min-h-14 items-center justify-between gap-x-4 gap-y-1 py-3",
          isHalf && "max-sm:h-full max-sm:flex-col max-sm:items-start",
        )}
      >
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{label}</span> <span className="text-muted">{value}</span>
        </span>
        <span className="shrink-0 font-semibold underline decoration-1 underline-offset-4">
          <span className="group-open/row:hidden">{stateTexts.change}</span>
          <span className="hidden group-open/row:inline">{stateTexts.done}</span>
        </span>
      </summary>
      <div className="space-y-6 pt-1 pb-6">{children}</div>
    </details>
  );
}
