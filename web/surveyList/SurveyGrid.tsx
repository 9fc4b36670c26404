import { PAGE_SIZE } from "@survey-app/contract/http/pagination.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { classes } from "../ui/classes.ts";
import { SurveyCard } from "./SurveyCard.tsx";

interface SurveyGridProps {
  surveys: readonly Survey[];
  level?: 2 | 3;
  /** Whether the grid is in view when the page opens. */
  isFirst?: boolean;
  /**
   * Whether one column shows rows with a thumbnail, so that a phone shows several surveys at once: not in the
   * specification's grids.
   */
  asRows?: boolean;
}

/**
 * One, two or three columns (specification §2.4), by the width of the container: dashboards are narrower than the
 * window.
 */
export function SurveyGrid({ surveys, level = 3, isFirst = false, asRows = false }: SurveyGridProps) {
  const ids = surveys.map(({ _id }) => _id);
  /** The surveys on the same page of the list: the user's votes on them are requested together. */
  const batchOf = (index: number) => {
    const first = index - (index % PAGE_SIZE);
    return ids.slice(first, first + PAGE_SIZE);
  };
  return (
    <div className="@container">
      <ul className={classes("card-grid", asRows && "card-rows")}>
        {surveys.map((survey, index) => (
          <li key={survey._id} className="min-w-0">
            <SurveyCard survey={survey} level={level} isFirst={isFirst && index === 0} among={batchOf(index)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
