import * as accountTexts from "@survey-app/texts/accountTexts.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { type ReactNode, useId } from "react";

type Part = keyof typeof accountTexts.parts;

/** One of the four parts of the profile. Its name is also the fragment of the links to it. */
export function ProfilePart({ part, children }: { part: Part; children: ReactNode }) {
  const id = useId();
  return (
    <section id={part} aria-labelledby={id} className="scroll-mt-20 space-y-4 pt-8 first-of-type:pt-0 sm:space-y-0">
      <h2 id={id} className="text-2xl sm:pb-6">
        {accountTexts.parts[part]}
      </h2>
      {children}
    </section>
  );
}

/** Links to the four parts of the profile. */
export function ProfileParts() {
  return (
    <nav aria-label={pageTexts.profile} className="mb-8">
      <ul className="flex flex-wrap gap-x-6">
        {(Object.keys(accountTexts.parts) as Part[]).map((part) => (
          <li key={part}>
            <a href={`#${part}`} className="inline-block py-2 font-medium underline underline-offset-4">
              {accountTexts.parts[part]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
