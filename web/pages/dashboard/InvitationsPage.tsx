import { InvitationList } from "../../invitations/InvitationList.tsx";
import { NotFound } from "../../layout/NotFound.tsx";
import { PageFallback } from "../../layout/PageFallback.tsx";
import { PageHeader } from "../../layout/PageHeader.tsx";
import type { PageProps } from "../../routing/page.ts";
import { useSignedInUser } from "../../session/useSession.ts";
import { SurveyState } from "../../surveys/SurveyState.tsx";
import { useOwnSurvey } from "../../surveys/useOwnSurvey.ts";
import * as frameTexts from "../../texts/frameTexts.ts";
import * as invitationTexts from "../../texts/invitationTexts.ts";

export function InvitationsPage({ params: { id = "" } }: PageProps) {
  const { survey, ...loading } = useOwnSurvey(id);
  const { email } = useSignedInUser();
  // Only the owner sees a list, not even admins.
  if (survey && survey.email !== email) return <NotFound />;
  if (!survey) return <PageFallback {...loading} framed={false} title={invitationTexts.title} />;
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
