import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { PrintButton } from "../results/PrintButton.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";

interface FlyerBarProps {
  survey: Survey;
  paper: "a4" | "a5";
}

/** The paper's size and the print button; only on the screen. */
export function FlyerBar({ survey: { _id }, paper }: FlyerBarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 print:hidden">
      <nav aria-label={shareTexts.paper} className="flex gap-1">
        {(["a4", "a5"] as const).map((each) => (
          <LinkButton
            key={each}
            look="chip"
            href={`/surveys/${_id}/flyer${each === "a5" ? "?size=a5" : ""}`}
            aria-current={each === paper ? "page" : undefined}
          >
            {shareTexts.paperSizes[each]}
          </LinkButton>
        ))}
      </nav>
      <PrintButton />
    </div>
  );
}
