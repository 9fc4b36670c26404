import { useId } from "react";
import { Button } from "./Button.tsx";
import { classes } from "./classes.ts";
import { Icon } from "./Icon.tsx";
import * as innerIcons from "./innerIcons.ts";
import { useCopy } from "./useCopy.ts";

interface CopyFieldProps {
  label: string;
  text: string;
  /** The button's labels: before, and briefly after it has copied. */
  copyLabel: string;
  copiedLabel: string;
  /** Shown if the browser does not allow copying. */
  failedText: string;
  /** The text can have several lines. */
  isLong?: boolean;
}

/** A text to copy: selected when focused, with a button that copies it. */
export function CopyField({ label, text, copyLabel, copiedLabel, failedText, isLong = false }: CopyFieldProps) {
  const id = useId();
  const { result, copy } = useCopy();
  const field = {
    id,
    value: text,
    readOnly: true,
    dir: "auto",
    // Backward, so that the start of the text stays in view.
    onFocus: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
      target.setSelectionRange(0, text.length, "backward");
      target.scrollLeft = 0;
    },
  } as const;
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-semibold">
        {label}
      </label>
      <div className={classes("flex flex-wrap gap-2 sm:flex-nowrap", isLong && "sm:flex-col")}>
        {isLong ? (
          <textarea {...field} rows={4} className="field max-h-48 min-w-0 resize-none field-sizing-content" />
        ) : (
          <input {...field} type="text" className="field min-w-0" />
        )}
        <Button
          look="quiet"
          className="w-full shrink-0 sm:w-auto sm:min-w-46 sm:self-start"
          onClick={() => void copy(text)}
        >
          {result === "copied" ? <Icon name="check" size={18} /> : <Icon path={innerIcons.copy} size={18} />}
          {result === "copied" ? copiedLabel : copyLabel}
        </Button>
      </div>
      <p role="status" className={result === "failed" ? "text-sm font-medium text-danger" : "sr-only"}>
        {result === "copied" && copiedLabel}
        {result === "failed" && failedText}
      </p>
    </div>
  );
}
