import type { Survey } from "@survey-app/contract/surveys.ts";
import { type CardMark, SurveyCard } from "./SurveyCard.tsx";

/** The number of cards on one page of a list: their votes are requested together. */
const BATCH = 24;

interface SurveyGridProps {
  surveys: readonly Survey[];
  level?: 2 | 3;
  /** Whether the grid is in view when the page opens. */
  isFirst?: boolean;
  Mark?: CardMark | undefined;
}

/**
 * One, two or three columns of cards (spec §2), by the width of the container: dashboards are narrower than the window.
 */
export function SurveyGrid({ surveys, level = 3, isFirst = false, Mark }: SurveyGridProps) {
  const ids = surveys.map(({ _id }) => _id);
  const batchOf = (index: number) => ids.slice(index - (index % BATCH), index - (index % BATCH) + BATCH);
  return (
    <div className="@container">
      <ul className="grid grid-cols-1 gap-6 @min-[40rem]:grid-cols-2 @min-[56rem]:grid-cols-3">
        {surveys.map((survey, index) => (
          <li key={survey._id} className="min-w-0">
            <SurveyCard
              survey={survey}
              level={level}
              isFirst={isFirst && index === 0}
              Mark={Mark}
              among={batchOf(index)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
