import { categoryNames } from "@survey-app/contract/surveys/categoryNames.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import type { ReactNode } from "react";
import { type OwnSurveySection, ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { PageTitle } from "../routing/PageTitle.tsx";
import { SurveyState } from "../surveys/SurveyState.tsx";
import { UserText } from "../ui/UserText.tsx";
import { NextStep } from "./NextStep.tsx";

interface OwnSurveyProps {
  survey: FullSurvey;
  section: OwnSurveySection;
  children: ReactNode;
}

/** One section of the owner's page of a survey, below the question, what it asks for next, and the links to the others. */
export function OwnSurvey({ survey, section, children }: OwnSurveyProps) {
  const { _id, Title, category } = survey;
  return (
    <>
      <PageTitle page={ownSurveyTexts.titleOf(ownSurveyTexts.sections[section], Title)} />
      <div className="space-y-4 print:hidden sm:space-y-5">
        <header className="space-y-1.5">
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
            <span className="font-medium">{categoryNames[category]}</span>
            <SurveyState survey={survey} />
          </p>
          <h1 tabIndex={-1} className="text-xl sm:text-title">
            <UserText of={survey} as="span" title={Title} className="line-clamp-3 sm:line-clamp-none" />{" "}
            {/* Takes the focus when another section is opened: it says which one. */}
            <span className="sr-only">{ownSurveyTexts.sections[section]}</span>
          </h1>
        </header>
        <NextStep survey={survey} section={section} />
        <nav aria-label={ownSurveyTexts.name} className="border-b border-line">
          <ul className="flex flex-wrap sm:gap-x-7">
            {(Object.keys(ownSurveyTexts.sections) as OwnSurveySection[]).map((each) => (
              <li key={each} className="max-sm:flex-1">
                <a
                  href={ownSurveyAddress(_id, each)}
                  aria-current={each === section ? "page" : undefined}
                  className="-mb-px flex min-h-11 items-center justify-center border-b-2 border-transparent px-2 font-semibold text-muted transition-colors hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink sm:px-0"
                >
                  {ownSurveyTexts.sections[each]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="pt-5 sm:pt-7">{children}</div>
    </>
  );
}
