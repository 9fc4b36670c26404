import type { Role } from "@survey-app/contract/users.ts";
import type { ReactNode } from "react";
import { NewestFeedback } from "../../feedback/NewestFeedback.tsx";
import { OwnActivity } from "../../layout/OwnActivity.tsx";
import { PageHeader } from "../../layout/PageHeader.tsx";
import { MembershipEnd } from "../../payments/MembershipEnd.tsx";
import { NewestPayments } from "../../payments/NewestPayments.tsx";
import { ForRole } from "../../session/ForRole.tsx";
import { useSignedInUser } from "../../session/useSession.ts";
import { OwnProgress } from "../../surveys/OwnProgress.tsx";
import { ReportedSurveys } from "../../surveys/ReportedSurveys.tsx";
import { SurveysToVoteOn } from "../../surveys/SurveysToVoteOn.tsx";
import { WaitingSurveys } from "../../surveys/WaitingSurveys.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { NewestUsers } from "../../users/NewestUsers.tsx";
import { LatestParticipations } from "../../votes/LatestParticipations.tsx";
import { WithoutVoted } from "../../votes/WithoutVoted.tsx";

const actions: Partial<Record<Role, ReactNode>> = {
  surveyor: <LinkButton href="/dashboard/surveyAdd">ADD a survey</LinkButton>,
  admin: (
    <LinkButton look="quiet" href="/dashboard/audit">
      Audit log
    </LinkButton>
  ),
};

export function AdminHomePage() {
  const { name, role } = useSignedInUser();
  return (
    <>
      <PageHeader
        title={
          <>
            Welcome, <UserText>{name}</UserText>
          </>
        }
        text={`You are signed in as ${role}.`}
        action={actions[role]}
      />
      <MembershipEnd />
      <ForRole roles={["admin"]}>
        <div className="grid items-start gap-6 xl:grid-cols-2">
          <WaitingSurveys />
          <ReportedSurveys />
          <NewestUsers />
          <NewestPayments />
        </div>
      </ForRole>
      <ForRole roles={["surveyor"]}>
        <div className="space-y-12">
          <OwnProgress />
          <NewestFeedback />
        </div>
      </ForRole>
      <ForRole roles={["admin", "surveyor"]}>
        <OwnActivity />
      </ForRole>
      <ForRole roles={["pro-user", "user"]}>
        <div className="space-y-12">
          <LatestParticipations />
          <SurveysToVoteOn withoutVoted={(ids, draw) => <WithoutVoted surveyIds={ids}>{draw}</WithoutVoted>} />
        </div>
      </ForRole>
    </>
  );
}
