import type { Feedback } from "@survey-app/contract/surveys/feedback.ts";
import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import * as feedbackTexts from "@survey-app/texts/feedbackTexts.ts";
import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import * as surveyWords from "@survey-app/texts/surveyWords.ts";
import { ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { Day } from "../ui/Day.tsx";
import { EmailText } from "../ui/EmailText.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { UserText } from "../ui/UserText.tsx";

/** One feedback: the survey's title, the text, the recipient (specification §2.1), and the possible next steps. */
export function FeedbackView({ feedback: note }: { feedback: Feedback }) {
  const { feedback, email, createdAt, surveyId, status, reason } = note;
  return (
    <article className="space-y-8">
      <div className="space-y-6 rounded-2xl border border-line bg-surface p-6 sm:p-8">
        <UserText of={note} as="h2" className="text-2xl" />
        <UserText as="p" className="max-w-prose text-lg whitespace-pre-line">
          {feedback || <span className="text-muted">{feedbackTexts.withoutNote}</span>}
        </UserText>
        <dl className="grid gap-x-8 gap-y-1 border-t border-line pt-6 sm:grid-cols-[auto_1fr] sm:gap-y-3">
          <dt className="text-muted">{feedbackTexts.to}</dt>
          <dd className="mb-2 sm:mb-0">
            <EmailText>{email}</EmailText>
          </dd>
          <dt className="text-muted">{feedbackTexts.writtenOn}</dt>
          <dd className="mb-2 sm:mb-0">
            <Day at={createdAt} />
          </dd>
          <dt className="text-muted">{feedbackTexts.surveyThen}</dt>
          <dd className="mb-2 sm:mb-0">
            {status === PUBLISHED ? feedbackTexts.thenPublished : feedbackTexts.thenNotPublished}
          </dd>
          {reason && (
            <>
              <dt className="text-muted">{feedbackTexts.reason}</dt>
              <dd>{surveyWords.unpublishReasons[reason]}</dd>
            </>
          )}
        </dl>
      </div>
      <div className="flex flex-wrap gap-3">
        <LinkButton href={`/dashboard/surveyor/update/${surveyId}`}>{feedbackTexts.updateSurvey}</LinkButton>
        <LinkButton look="quiet" href={ownSurveyAddress(surveyId)}>
          {ownSurveyTexts.name}
        </LinkButton>
        <LinkButton look="plain" href="/dashboard/surveyor/feedbacks">
          {feedbackTexts.all}
        </LinkButton>
      </div>
    </article>
  );
}
