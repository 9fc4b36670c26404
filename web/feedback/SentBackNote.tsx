import { speakAsOwner } from "@survey-app/contract/ballots/rights.ts";
import { type Survey, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import * as appealTexts from "@survey-app/texts/appealTexts.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as feedbackTexts from "@survey-app/texts/feedbackTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { QueryError } from "../api/QueryError.tsx";
import { ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { isRequestingSurveyor } from "../session/isRequestingSurveyor.ts";
import { may } from "../session/may.ts";
import { useAsksUnlisted } from "../session/useAsksUnlisted.ts";
import { useUser } from "../session/useSession.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Quote } from "../ui/Quote.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { ownFeedback } from "./feedback.queries.ts";

interface SentBackNoteProps {
  survey: Survey;
  /** Whether the form that changes the survey is on another page. */
  withLink?: boolean;
}

/** For the owner and admins of a survey that was sent back: what the admin wrote, and what the owner can do. */
export function SentBackNote({ survey, withLink = false }: SentBackNoteProps) {
  const user = useUser();
  const asksUnlisted = useAsksUnlisted();
  const mayRead = user !== null && (!isRequestingSurveyor(user) || asksUnlisted);
  // Only the owner and admins may read the list, which has the notes on all of the owner's surveys. Co-owners get the
  // admin's note by email.
  const isShown = user?.role === "admin" || user?.email === survey.email;
  const query = useInfiniteQuery({ ...ownFeedback(survey.email), enabled: mayRead && isShown });
  if (!user) return null;
  // The page of a first question has the note beside its form.
  if (!mayRead) return <LinkButton href="/ask">{askTexts.request.look}</LinkButton>;
  const { rows = [] } = query.data?.pages[0] ?? {};
  const note = rows.find(({ surveyId, status }) => surveyId === survey._id && status === WAITING);
  const isOwn = may(speakAsOwner, user, survey);
  return (
    <div className="space-y-3">
      {query.isLoading && <Skeleton className="h-20 w-full" />}
      {query.isError && !query.data && <QueryError query={query} />}
      {note && <Quote title={appealTexts.fromAdmin}>{note.feedback}</Quote>}
      {isOwn && <p>{feedbackTexts.sendAgain}</p>}
      {isOwn && withLink && (
        <LinkButton
          href={asksUnlisted ? ownSurveyAddress(survey._id, "settings") : `/dashboard/surveyor/update/${survey._id}`}
        >
          {feedbackTexts.updateSurvey}
        </LinkButton>
      )}
    </div>
  );
}
