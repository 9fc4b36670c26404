import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { useLayoutEffect, useRef, useState } from "react";
import { classes } from "../ui/classes.ts";

/**
 * The description, which says what Yes and No mean, between the question and the answers. On a phone, where it would
 * move the answers out of view, two lines of it, and a button that shows the rest; all of it without JavaScript.
 */
export function Description({ text, language }: { text: string; language: string | null }) {
  const shown = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const element = shown.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    // The text's own direction also places the button: at the end of its second line, not over the beginning.
    <div dir="auto" className="max-w-prose">
      <div className="relative">
        <div
          ref={shown}
          tabIndex={-1}
          className={classes("outline-none lg:text-lg", !isOpen && "max-lg:line-clamp-2 noscript:line-clamp-none")}
        >
          <p lang={language ?? undefined} className="wrap-anywhere whitespace-pre-line">
            {text}
          </p>
        </div>
        {isCut && !isOpen && (
          // Over the end of the second line, so that nothing moves when it appears.
          <button
            type="button"
            className="fading font-medium underline underline-offset-4 lg:hidden"
            onClick={() => {
              setOpen(true);
              shown.current?.focus();
            }}
          >
            {surveyTexts.showMore}
          </button>
        )}
      </div>
    </div>
  );
}
