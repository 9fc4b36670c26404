import { exportList } from "@survey-app/contract/ballots/rights.ts";
import { type FullSurvey, isFrozen, PUBLISHED, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import * as seriesTexts from "@survey-app/texts/seriesTexts.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { navigate } from "wouter/use-browser-location";
import { ownRequest } from "../managing/asking.ts";
import { DeleteSurveyDialog } from "../managing/DeleteSurveyDialog.tsx";
import { AllowCodesDialog } from "../moderation/AllowCodesDialog.tsx";
import { OwnersSection } from "../owners/OwnersSection.tsx";
import { isRequestingSurveyor } from "../session/isRequestingSurveyor.ts";
import { may } from "../session/may.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { SurveyForm } from "../surveyForm/SurveyForm.tsx";
import { focusHeading } from "../ui/focusHeading.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Section } from "../ui/Section.tsx";
import { AskAgainButton } from "./AskAgainButton.tsx";
import { ReviewSurvey } from "./ReviewSurvey.tsx";
import { SurveyDialogButton } from "./SurveyDialogButton.tsx";

/** The form with which the survey is changed, its owners, and the survey's other actions. */
export function SettingsSection({ survey }: { survey: FullSurvey }) {
  const { _id, version } = survey;
  const user = useSignedInUser();
  const request = useQuery(ownRequest(user));
  // A first question is changed and withdrawn where it was asked.
  if (request.data?.survey._id === _id) return <LinkButton href="/ask">{askTexts.request.look}</LinkButton>;
  return (
    <div className="space-y-10">
      {/* The sent values become the form's initial ones. */}
      <SurveyForm key={`${_id} ${version}`} survey={survey} onSent={() => focusHeading(() => true)} />
      {!isRequestingSurveyor(user) && <OwnersSection survey={survey} />}
      <Section title={ownSurveyTexts.actions}>
        <ul className="divide-y divide-line">
          <MoreActions survey={survey} />
        </ul>
      </Section>
    </div>
  );
}

function MoreActions({ survey }: { survey: FullSurvey }) {
  const user = useSignedInUser();
  const isAdmin = user.role === "admin";
  const isClosed = survey.closedAt !== null;
  const hidesVotes = survey.electorate === "invited" && survey.privacy !== "named" && !isClosed;
  return (
    <>
      {/* The new survey copies the list: co-owners would get its addresses. */}
      {isClosed && may(exportList, user, survey) && user.role !== "user" && (
        <Action text={seriesTexts.askText}>
          <AskAgainButton survey={survey} />
        </Action>
      )}
      {!user.isGuest && (
        <Action text={ownSurveyTexts.copyText}>
          <LinkButton look="quiet" href={`/dashboard/surveyAdd?copy=${survey._id}`}>
            {askTexts.copy}
          </LinkButton>
        </Action>
      )}
      {isAdmin && hidesVotes && !survey.takesCodes && (
        <Action text={ownSurveyTexts.allowCodesText}>
          <SurveyDialogButton
            survey={survey}
            label={invitationTexts.allowCodes}
            look="quiet"
            dialog={AllowCodesDialog}
          />
        </Action>
      )}
      {isAdmin && survey.status === PUBLISHED && (
        <Action text={ownSurveyTexts.unpublishText}>
          <ReviewSurvey survey={survey} />
        </Action>
      )}
      {!isFrozen(survey) && (
        <Action text={ownSurveyTexts.removeText}>
          <SurveyDialogButton survey={survey} label={askTexts.deletion.action} look="quiet" dialog={DeleteAndLeave} />
        </Action>
      )}
    </>
  );
}

function Action({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <p className="min-w-[min(12rem,100%)] flex-1 text-muted">{text}</p>
      {children}
    </li>
  );
}

/** The page of a survey that was deleted is gone, too. */
function DeleteAndLeave(props: { survey: Survey | null; onClose: () => void }) {
  const { role } = useSignedInUser();
  const list = role === "admin" ? "/dashboard/admin/surveys" : "/dashboard/surveyor/surveys";
  return <DeleteSurveyDialog {...props} onDeleted={() => navigate(list)} />;
}
