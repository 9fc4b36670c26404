import { LANGUAGE } from "@survey-app/texts/language.ts";
import { directionOf } from "@survey-app/texts/languages.ts";
import type { ReactNode } from "react";

/** The start and end of the document: only the server renders them. */
export interface StaticParts {
  head: ReactNode;
  end: ReactNode;
}

interface DocumentProps {
  parts: StaticParts | undefined;
  children: ReactNode;
}

/**
 * The whole HTML document. The browser renders it without the static parts: React keeps what the server wrote into the
 * head and at the body's end, and the first file doesn't need code for them.
 */
export function Document({ parts, children }: DocumentProps) {
  return (
    <html lang={LANGUAGE} dir={directionOf(LANGUAGE)} suppressHydrationWarning>
      <head>{parts?.head}</head>
      <body className="flex min-h-dvh flex-col">
        {children}
        {parts?.end}
      </body>
    </html>
  );
}
