import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as listTexts from "@survey-app/texts/listTexts.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import * as unlistedTexts from "@survey-app/texts/unlistedTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { AllSurveysTable } from "./AllSurveysTable.tsx";
import { CodeRequests } from "./CodeRequests.tsx";
import { WaitingMeetings } from "./WaitingMeetings.tsx";

export function AllSurveysPage() {
  return (
    <>
      <PageHeader
        title={pageTexts.manageSurveys}
        text={pageTexts.manageSurveysText}
        action={
          <div className="flex flex-wrap gap-3">
            <LinkButton look="quiet" small href="/dashboard/lists">
              {listTexts.manage}
            </LinkButton>
            <LinkButton look="quiet" small href="/dashboard/meetings">
              {hostTexts.title}
            </LinkButton>
            <LinkButton look="quiet" small href="/dashboard/admin/unlisted">
              {unlistedTexts.link}
            </LinkButton>
          </div>
        }
      />
      <div className="mb-6 empty:hidden">
        <WaitingMeetings />
      </div>
      <AllSurveysTable>
        <div className="mt-10 empty:hidden">
          <CodeRequests />
        </div>
      </AllSurveysTable>
    </>
  );
}
