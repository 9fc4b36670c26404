import type { Survey } from "@survey-app/contract/surveys.ts";
import { UserText } from "../ui/UserText.tsx";
import { SurveyDate } from "./SurveyDate.tsx";
import { SurveyTime } from "./SurveyTime.tsx";
import { useTimeLeft } from "./serverTime.ts";

/** Who asks, from when to when, and the time left. */
export function SurveyByline({ survey }: { survey: Survey }) {
  const timeLeft = useTimeLeft(survey);
  const { createDate, deadline, userName } = survey;
  return (
    <p className="text-muted">
      By <UserText>{userName}</UserText> · from <SurveyDate at={createDate} />
      {deadline && (
        <>
          {" "}
          to <SurveyTime at={deadline} edge="end" />
        </>
      )}{" "}
      · {timeLeft}
    </p>
  );
}
