import { categoryNames } from "@survey-app/contract/surveys/categoryNames.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import type { ReactNode } from "react";
import { type OwnSurveySection, ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { PageTitle } from "../routing/PageTitle.tsx";
import { useSignedInUser } from "../session/useSession.ts";
import { SurveyState } from "../surveys/SurveyState.tsx";
import { SectionLinks } from "../ui/SectionLinks.tsx";
import { UserText } from "../ui/UserText.tsx";
import { NextStep } from "./NextStep.tsx";

interface OwnSurveyProps {
  survey: FullSurvey;
  section: OwnSurveySection;
  children: ReactNode;
}

/**
 * One section of the owner's page of a survey, below the question, its next step, and the links to the other sections.
 */
export function OwnSurvey({ survey, section, children }: OwnSurveyProps) {
  const { _id, Title, category } = survey;
  const { isGuest } = useSignedInUser();
  const all = Object.keys(ownSurveyTexts.sections) as OwnSurveySection[];
  // Guests' surveys don't have lists.
  const sections = all.filter((each) => each !== "people" || !isGuest);
  const links = sections.map((each) => ({
    href: ownSurveyAddress(_id, each),
    label: ownSurveyTexts.sections[each],
    isHere: each === section,
  }));
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
        <SectionLinks label={ownSurveyTexts.name} links={links} />
      </div>
      <div className="pt-5 sm:pt-7">{children}</div>
    </>
  );
}
