import * as dashboardTexts from "@survey-app/texts/dashboardTexts.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as operationsTexts from "@survey-app/texts/operationsTexts.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { NewestFeedback } from "../feedback/NewestFeedback.tsx";
import { OwnActivity } from "../layout/OwnActivity.tsx";
import { PageHeader } from "../layout/PageHeader.tsx";
import { CodeRequests } from "../moderation/CodeRequests.tsx";
import { ReportedSurveys } from "../moderation/ReportedSurveys.tsx";
import { WaitingMeetings } from "../moderation/WaitingMeetings.tsx";
import { WaitingSurveys } from "../moderation/WaitingSurveys.tsx";
import { SharedSurveysNote } from "../owners/SharedSurveysNote.tsx";
import { MembershipEnd } from "../payments/MembershipEnd.tsx";
import { NewestPayments } from "../payments/NewestPayments.tsx";
import { VoterNumbers } from "../results/VoterNumbers.tsx";
import { ForRole } from "../session/ForRole.tsx";
import { isRequestingSurveyor } from "../session/isRequestingSurveyor.ts";
import { roleNames } from "../session/roleNames.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { OwnNumbers } from "../surveyForm/OwnNumbers.tsx";
import { OwnProgress } from "../surveyForm/OwnProgress.tsx";
import { OwnRequestNotice } from "../surveyForm/OwnRequestNotice.tsx";
import { SurveysToVoteOn } from "../surveyList/SurveysToVoteOn.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { AdminNumbers } from "../users/AdminNumbers.tsx";
import { NewestUsers } from "../users/NewestUsers.tsx";
import { LatestParticipations } from "../votes/LatestParticipations.tsx";
import { FailedWork } from "./FailedWork.tsx";
import { SetupList } from "./SetupList.tsx";

export function AdminHomePage() {
  const user = useSignedInUser();
  const { role } = user;
  return (
    <>
      <PageHeader
        title={dashboardTexts.title}
        text={dashboardTexts.signedInAs(roleNames[role])}
        action={
          role === "surveyor" ? (
            !isRequestingSurveyor(user) && (
              <LinkButton look="quiet" small href="/dashboard/meetings">
                {hostTexts.title}
              </LinkButton>
            )
          ) : role === "admin" ? (
            <div className="flex flex-wrap gap-3">
              <LinkButton look="quiet" small href="/dashboard/admin/operations">
                {operationsTexts.title}
              </LinkButton>
              <LinkButton look="quiet" small href="/dashboard/audit">
                {pageTexts.auditLog}
              </LinkButton>
            </div>
          ) : null
        }
      />
      <MembershipEnd />
      <ForRole roles={["pro-user", "user"]}>
        <OwnRequestNotice>
          <div className="space-y-10">
            <VoterNumbers />
            <LatestParticipations>
              <SurveysToVoteOn />
            </LatestParticipations>
          </div>
        </OwnRequestNotice>
      </ForRole>
      <div className="space-y-10">
        <ForRole roles={["admin"]}>
          <SetupList />
          <AdminNumbers />
          <FailedWork />
          <div className="flex flex-col gap-6 xl:flex-row">
            <div className="min-w-0 flex-1 space-y-6 empty:hidden">
              <ReportedSurveys />
              <WaitingSurveys />
              <WaitingMeetings />
              <CodeRequests />
            </div>
            <div className="min-w-0 flex-1 space-y-6">
              <NewestUsers />
              <NewestPayments />
            </div>
          </div>
        </ForRole>
        <ForRole roles={["admin", "surveyor"]}>
          <SharedSurveysNote />
        </ForRole>
        <ForRole roles={["surveyor"]}>
          <OwnNumbers />
          <OwnProgress />
          <NewestFeedback />
        </ForRole>
        <ForRole roles={["admin", "surveyor"]}>
          <OwnActivity />
        </ForRole>
      </div>
    </>
  );
}
