import type { Survey } from "@survey-app/contract/surveys.ts";
import { SurveyCard } from "./SurveyCard.tsx";

/** One, two or three columns of cards (spec §2), by the room there is: a dashboard has less than the window. */
export function SurveyGrid({ surveys, level = 3 }: { surveys: readonly Survey[]; level?: 2 | 3 }) {
  return (
    <div className="@container">
      <ul className="grid grid-cols-1 gap-6 @min-[40rem]:grid-cols-2 @min-[56rem]:grid-cols-3">
        {surveys.map((survey) => (
          <li key={survey._id} className="min-w-0">
            <SurveyCard survey={survey} level={level} />
          </li>
        ))}
      </ul>
    </div>
  );
}
