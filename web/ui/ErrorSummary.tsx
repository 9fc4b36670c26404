import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useEffect, useRef } from "react";
import { fieldId } from "./fieldId.ts";

interface ErrorSummaryProps {
  errors: readonly { field: string; message: string }[];
  /** Counts the attempts to send; each moves the focus to the summary, unless the user already types into another field. */
  attempt: number;
}

/** The errors that keep a form from being sent, each linked to its field. */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const hasErrors = errors.length > 0;
  const sentFrom = useRef<Element>(null);
  useEffect(() => {
    const remember = () => {
      sentFrom.current = document.activeElement;
    };
    document.addEventListener("submit", remember, true);
    return () => document.removeEventListener("submit", remember, true);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt moves the focus again
  useEffect(() => {
    // The server's response may take seconds: what is typed meanwhile must not be lost.
    const { activeElement } = document;
    const isTyping = activeElement !== sentFrom.current && activeElement?.matches("input, textarea, select");
    if (hasErrors && !isTyping) box.current?.focus();
  }, [attempt]);
  if (!hasErrors) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="space-y-2 rounded-xl border border-danger/40 bg-danger-soft px-5 py-4 outline-offset-4"
    >
      <h2 className="text-base font-semibold">{uiTexts.fieldErrors(errors.length)}</h2>
      <ul className="list-disc space-y-1 ps-5">
        {errors.map(({ field, message }) => (
          <li key={field}>
            <a
              href={`#${fieldId(field)}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(fieldId(field))?.focus();
              }}
              className="underline underline-offset-2"
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
