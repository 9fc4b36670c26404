import type { Survey } from "@survey-app/contract/surveys.ts";
import { SurveyCard } from "./SurveyCard.tsx";

/** The number of cards on one page of a list: their votes are requested together. */
const BATCH = 24;

interface SurveyGridProps {
  surveys: readonly Survey[];
  level?: 2 | 3;
  /** Whether the grid is in view when the page opens. */
  isFirst?: boolean;
}

/**
 * One, two or three columns (spec §2), by the width of the container: dashboards are narrower than the window. Cards are
 * rows with a thumbnail in one column, so that a phone shows several at once.
 */
export function SurveyGrid({ surveys, level = 3, isFirst = false }: SurveyGridProps) {
  const ids = surveys.map(({ _id }) => _id);
  const batchOf = (index: number) => ids.slice(index - (index % BATCH), index - (index % BATCH) + BATCH);
  return (
    <div className="@container">
      <ul className="card-grid">
        {surveys.map((survey, index) => (
          <li key={survey._id} className="min-w-0">
            <SurveyCard survey={survey} level={level} isFirst={isFirst && index === 0} among={batchOf(index)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
