import { categoryNames } from "@survey-app/contract/categoryNames.ts";
import { personName } from "@survey-app/contract/personName.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import * as ballotFormTexts from "@survey-app/texts/ballotFormTexts.ts";
import { languageName } from "@survey-app/texts/languageName.ts";
import * as reviewTexts from "@survey-app/texts/reviewTexts.ts";
import * as surveyWords from "@survey-app/texts/surveyWords.ts";
import * as translationTexts from "@survey-app/texts/translationTexts.ts";
import type { ReactNode } from "react";
import { shownPicture } from "../images/shownPicture.ts";
import { Picture } from "../ui/Picture.tsx";
import { UserText } from "../ui/UserText.tsx";
import { PictureWords } from "./PictureWords.tsx";
import { SurveyTime } from "./SurveyTime.tsx";
import { Translations } from "./Translations.tsx";

/** Everything that an admin is about to publish: exactly the version shown here goes online. */
export function PublishedText({ survey }: { survey: Survey }) {
  const { category, Description, language, createDate, deadline, scheduled, userName } = survey;
  const { startIsDay, deadlineIsDay } = survey;
  const rows: [label: string, value: ReactNode][] = [
    [reviewTexts.fields.category, categoryNames[category]],
    [translationTexts.field, language === null ? translationTexts.unknown : languageName(language)],
    [reviewTexts.fields.owner, <UserText key="owner">{personName(userName)}</UserText>],
    [reviewTexts.fields.start, <SurveyTime key="start" at={createDate} edge="start" isDay={startIsDay} />],
    [reviewTexts.fields.visible, scheduled ? reviewTexts.fields.fromStart : reviewTexts.fields.atOnce],
    [
      reviewTexts.fields.end,
      deadline ? <SurveyTime key="end" at={deadline} edge="end" isDay={deadlineIsDay} /> : reviewTexts.fields.noEnd,
    ],
    [ballotFormTexts.electorateField, ballotFormTexts.voters[survey.electorate]],
    [ballotFormTexts.resultField, ballotFormTexts.results[survey.results].label],
    [ballotFormTexts.answersField, surveyWords.answers(survey.unsure)],
    [ballotFormTexts.privacyField, ballotFormTexts.privacy[survey.privacy].label],
    [ballotFormTexts.changeField, ballotFormTexts.yesOrNo(survey.changeable)],
  ];
  return (
    <div className="@container space-y-4 rounded-xl bg-sunken p-4">
      <Picture {...shownPicture(survey)} sizes="(min-width: 48rem) 40rem, 92vw" className="h-52 w-full rounded-lg" />
      <PictureWords survey={survey} />
      {Description ? (
        <UserText as="p" lang={language} className="max-h-48 overflow-y-auto whitespace-pre-line" tabIndex={0}>
          {Description}
        </UserText>
      ) : (
        <p className="text-muted">{reviewTexts.fields.noDescription}</p>
      )}
      <Translations survey={survey} />
      <dl className="grid @min-[15rem]:grid-cols-[fit-content(45%)_1fr] gap-x-6 gap-y-1 border-t border-line pt-4 text-sm">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
