import { categoryNames } from "@survey-app/contract/surveys/categoryNames.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { Deferred, deferred, useDeferred } from "../api/deferred.tsx";
import { PageTitle } from "../routing/PageTitle.tsx";
import { ShareButton } from "../sharing/ShareButton.tsx";
import { SurveyState } from "../surveys/SurveyState.tsx";
import { classes } from "../ui/classes.ts";
import { UserText } from "../ui/UserText.tsx";
import { QUESTION_ID } from "../votes/questionId.ts";

// Deferred, because the server's HTML shows them. Most questions have one language, and most surveys were reviewed.
const headerNotes = deferred(async () => (await import("./HeaderNotes.tsx")).HeaderNotes, null);

// For owners and admins.
const manageLink = deferred(async () => (await import("../surveys/ManageLink.tsx")).ManageLink);

/** In characters; longer questions are set in smaller type, so that the vote form stays in view on a phone. */
const LONG_QUESTION = 80;

interface SurveyHeaderProps {
  survey: Survey;
  className?: string;
}

/** The question with its category and state. Also sets the document title. */
export function SurveyHeader({ survey, className }: SurveyHeaderProps) {
  const { Title, category } = survey;
  const ManageLink = useDeferred(manageLink);
  return (
    <header className={classes("space-y-2 sm:space-y-3", className)}>
      <PageTitle page={Title} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:justify-start sm:gap-x-8">
        <p className="text-sm text-muted">
          {/* With the space inside, because Orca hears none between a word and a box. */}
          <span className="me-3 font-medium">{`${categoryNames[category]} `}</span>
          <SurveyState survey={survey} />
        </p>
        {/* Where "Manage" appears once the owner is known, it moves nothing. */}
        <div className="flex grow flex-row-reverse flex-wrap items-center gap-x-4 sm:flex-row">
          <ShareButton survey={survey} />
          {ManageLink && <ManageLink survey={survey} />}
        </div>
      </div>
      <UserText
        of={survey}
        as="h1"
        id={QUESTION_ID}
        tabIndex={-1}
        className={classes("max-w-read", Title.length > LONG_QUESTION ? "text-xl sm:text-2xl" : "text-2xl sm:text-3xl")}
      />
      <Deferred component={headerNotes} props={{ survey }} />
    </header>
  );
}
