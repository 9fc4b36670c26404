import { InvitationList } from "../../invitations/InvitationList.tsx";
import { Failure } from "../../layout/Failure.tsx";
import { NotFound } from "../../layout/NotFound.tsx";
import { PageHeader } from "../../layout/PageHeader.tsx";
import { PageSkeleton } from "../../layout/PageSkeleton.tsx";
import type { PageProps } from "../../routing/page.ts";
import { useSignedInUser } from "../../session/useSession.ts";
import { SurveyState } from "../../surveys/SurveyState.tsx";
import { useOwnSurvey } from "../../surveys/useOwnSurvey.ts";
import * as frameTexts from "../../texts/frameTexts.ts";
import * as invitationTexts from "../../texts/invitationTexts.ts";

export function InvitationsPage({ params: { id = "" } }: PageProps) {
  const { survey, isMissing, failure, retry } = useOwnSurvey(id);
  const { email } = useSignedInUser();
  // Only the owner sees a list, not even admins.
  if (isMissing || (survey && survey.email !== email)) return <NotFound />;
  if (failure) return <Failure onRetry={retry} requestId={failure.requestId} />;
  if (!survey) return <PageSkeleton framed={false} title={invitationTexts.title} />;
  return (
    <>
      <title>{frameTexts.pageTitle(invitationTexts.titleOf(survey.Title))}</title>
      <div className="print:hidden">
        <PageHeader title={survey.Title} text={<SurveyState survey={survey} />} />
      </div>
      <InvitationList survey={survey} />
    </>
  );
}
