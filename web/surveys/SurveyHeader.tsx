import { CATEGORIES, type Survey } from "@survey-app/contract/surveys.ts";
import { frameTexts } from "../texts/frameTexts.ts";
import { UserText } from "../ui/UserText.tsx";
import { SurveyDate } from "./SurveyDate.tsx";
import { SurveyState } from "./SurveyState.tsx";
import { SurveyTime } from "./SurveyTime.tsx";
import { useTimeLeft } from "./serverTime.ts";

/** The question, its category and its dates. Also sets the document title. */
export function SurveyHeader({ survey }: { survey: Survey }) {
  const timeLeft = useTimeLeft(survey);
  const { Title, category, createDate, deadline, userName } = survey;
  return (
    <header className="space-y-4">
      <title>{frameTexts.pageTitle(Title)}</title>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
        <span className="font-medium">{CATEGORIES[category]}</span>
        <SurveyState survey={survey} />
      </p>
      <UserText as="h1" tabIndex={-1} className="max-w-4xl text-3xl">
        {Title}
      </UserText>
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
    </header>
  );
}
