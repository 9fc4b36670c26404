import { PageHeader } from "../../layout/PageHeader.tsx";
import { ForRole } from "../../session/ForRole.tsx";
import { useSignedInUser } from "../../session/useSession.ts";
import { OwnProgress } from "../../surveys/OwnProgress.tsx";
import { SurveysToVoteOn } from "../../surveys/SurveysToVoteOn.tsx";
import { WaitingSurveys } from "../../surveys/WaitingSurveys.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";

export function AdminHomePage() {
  const { name, role } = useSignedInUser();
  return (
    <>
      <PageHeader
        title={`Welcome, ${name}`}
        text={`You are signed in as ${role}.`}
        action={role === "surveyor" && <LinkButton href="/dashboard/surveyAdd">ADD a survey</LinkButton>}
      />
      <div className="space-y-12">
        <ForRole roles={["admin"]}>
          <WaitingSurveys />
        </ForRole>
        <ForRole roles={["surveyor"]}>
          <OwnProgress />
        </ForRole>
        <ForRole roles={["admin", "pro-user", "user"]}>
          <SurveysToVoteOn />
        </ForRole>
      </div>
    </>
  );
}
