import { speakAsOwner } from "@survey-app/contract/ballots/rights.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as appealTexts from "@survey-app/texts/appealTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { QueryError } from "../api/QueryError.tsx";
import { useSettings } from "../api/settings.ts";
import { may } from "../session/may.ts";
import { useUser } from "../session/useSession.ts";
import { unpublicationOf } from "../surveys/moderation.queries.ts";
import { Day } from "../ui/Day.tsx";
import { Quote } from "../ui/Quote.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Appeal } from "./Appeal.tsx";

/** Why a survey was unpublished and what both sides wrote, for its owner and admins; its owner can appeal here. */
export function Unpublication({ survey }: { survey: Survey }) {
  const user = useUser();
  const { mail } = useSettings();
  const query = useQuery({
    ...unpublicationOf(survey._id, user?._id ?? null),
    staleTime: 0,
    enabled: user !== null,
  });
  if (query.isPending) return <Skeleton className="h-24 w-full" />;
  if (query.isError && !query.data) return <QueryError query={query} />;
  if (!query.data) return null;
  const { feedback, appeal, appealedAt } = query.data;
  const isOwn = may(speakAsOwner, user, survey);
  return (
    <div className="space-y-4">
      {feedback && <Quote title={appealTexts.fromAdmin}>{feedback}</Quote>}
      {appeal && appealedAt && (
        <Quote title={isOwn ? appealTexts.appealOn(<Day at={appealedAt} />) : appealTexts.appealOf}>{appeal}</Quote>
      )}
      {isOwn && !survey.sentBack && (
        <p>{mail !== "off" && user?.emailVerified ? appealTexts.inReview : appealTexts.inReviewHere}</p>
      )}
      {isOwn && survey.sentBack && appeal !== null && <p>{appealTexts.staysUnpublished}</p>}
      {isOwn && appeal === null && <Appeal survey={survey} />}
    </div>
  );
}
