import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useEffect, useId, useRef, useState } from "react";
import { fieldId } from "./fieldId.ts";

interface ErrorSummaryProps {
  /** The messages by the names of their fields. */
  errors: Record<string, string>;
  /**
   * Counts the attempts to send; each moves the focus to the summary, or, where the user already types into another
   * field, has it announced.
   */
  attempt: number;
}

/** The errors that keep a form from being sent, each linked to its field. */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [isAside, setAside] = useState(false);
  const list = Object.entries(errors);
  const hasErrors = list.length > 0;
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
    setAside(isTyping === true);
    if (hasErrors && !isTyping) box.current?.focus();
  }, [attempt]);
  if (!hasErrors) return null;
  const title = uiTexts.fieldErrors(list.length);
  return (
    <>
      {/* Without the focus, which has the summary read out. */}
      <div aria-live="assertive" className="sr-only">
        {isAside && title}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields. */}
      <div
        ref={box}
        role="group"
        aria-labelledby={`${id}title`}
        aria-describedby={`${id}list`}
        tabIndex={-1}
        className="space-y-2 rounded-xl border border-danger/40 bg-danger-soft px-5 py-4 outline-offset-4"
      >
        <h2 id={`${id}title`} className="text-base font-semibold">
          {title}
        </h2>
        <ul id={`${id}list`} className="list-disc space-y-1 ps-5">
          {list.map(([field, message]) => (
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
    </>
  );
}
