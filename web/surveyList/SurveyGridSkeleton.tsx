import * as cardTexts from "@survey-app/texts/cardTexts.ts";
import { Skeleton } from "../ui/Skeleton.tsx";

/** Placeholder for the grid while its surveys load. */
export function SurveyGridSkeleton({ count = 6 }: { count?: number }) {
  return (
    <div role="status" aria-label={cardTexts.loadingSurveys} className="@container">
      <div className="card-grid">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
          <div key={index} className="card">
            <Skeleton className="card-picture" />
            <Skeleton className="m-5 h-72" />
          </div>
        ))}
      </div>
    </div>
  );
}
