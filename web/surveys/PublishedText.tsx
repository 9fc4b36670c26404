import { describePassRule } from "@survey-app/contract/results/passRuleText.ts";
import { categoryNames } from "@survey-app/contract/surveys/categoryNames.ts";
import type { AskedQuestion, OwnFields } from "@survey-app/contract/surveys/surveyFields.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import * as ballotFormTexts from "@survey-app/texts/ballotFormTexts.ts";
import { languageName } from "@survey-app/texts/languageName.ts";
import * as passRuleTexts from "@survey-app/texts/passRuleTexts.ts";
import * as reviewTexts from "@survey-app/texts/reviewTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import * as surveyWords from "@survey-app/texts/surveyWords.ts";
import * as translationTexts from "@survey-app/texts/translationTexts.ts";
import type { ReactNode } from "react";
import { shownPicture, showsPicture } from "../images/shownPicture.ts";
import { Picture } from "../ui/Picture.tsx";
import { UserText } from "../ui/UserText.tsx";
import { PictureWords } from "./PictureWords.tsx";
import { SurveyTime } from "./SurveyTime.tsx";
import { Translations } from "./Translations.tsx";

/** The rows of the table: all fields but those that stand above it, and the owner's name. */
type Row = Exclude<keyof OwnFields, Exclude<keyof AskedQuestion, "language"> | "image"> | "userName";

/** Everything that an admin is about to publish: exactly the version shown here goes online. */
export function PublishedText({ survey }: { survey: Survey }) {
  const { category, Description, language, createDate, deadline, scheduled, userName, passRule } = survey;
  const { startIsDay, deadlineIsDay } = survey;
  const fields = reviewTexts.fields;
  const rows: Record<Row, [label: string, value: ReactNode] | null> = {
    category: [fields.category, categoryNames[category]],
    language: [translationTexts.field, language === null ? translationTexts.unknown : languageName(language)],
    userName: [fields.owner, <UserText key="owner">{personName(userName)}</UserText>],
    createDate: [fields.start, <SurveyTime key="start" at={createDate} edge="start" isDay={startIsDay} />],
    scheduled: [fields.visible, scheduled ? fields.fromStart : fields.atOnce],
    deadline: [
      fields.end,
      deadline ? <SurveyTime key="end" at={deadline} edge="end" isDay={deadlineIsDay} /> : fields.noEnd,
    ],
    electorate: [ballotFormTexts.electorateField, ballotFormTexts.voters[survey.electorate]],
    contact: survey.contact ? [surveyTexts.contact, <UserText key="contact">{survey.contact}</UserText>] : null,
    // The dialog says who will see the survey.
    listed: null,
    results: [ballotFormTexts.resultField, ballotFormTexts.results[survey.results].label],
    passRule: passRule ? [passRuleTexts.field, describePassRule(passRule)] : null,
    unsure: [ballotFormTexts.answersField, surveyWords.answers(survey.unsure)],
    privacy: [ballotFormTexts.privacyField, ballotFormTexts.privacy[survey.privacy].label],
    changeable: [ballotFormTexts.changeField, ballotFormTexts.yesOrNo(survey.changeable)],
  };
  return (
    <div className="@container space-y-4 rounded-xl bg-sunken p-4">
      {showsPicture(survey) && (
        <Picture {...shownPicture(survey)} sizes="(min-width: 48rem) 40rem, 92vw" className="h-52 w-full rounded-lg" />
      )}
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
        {Object.values(rows).map(
          (row) =>
            row && (
              <div key={row[0]} className="contents">
                <dt className="text-muted">{row[0]}</dt>
                <dd className="min-w-0 wrap-anywhere">{row[1]}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}
