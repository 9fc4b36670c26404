import * as feedbackTexts from "@survey-app/texts/feedbackTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { useSignedInUser } from "../session/useSession.ts";
import { Day } from "../ui/Day.tsx";
import { OverviewSection } from "../ui/OverviewSection.tsx";
import { UserText } from "../ui/UserText.tsx";
import { FeedbackStatus } from "./FeedbackStatus.tsx";
import { ownFeedback } from "./feedback.queries.ts";
import { UnreadMark } from "./UnreadMark.tsx";

const SHOWN = 3;

/** For surveyors: the latest feedback. */
export function NewestFeedback() {
  const { email } = useSignedInUser();
  const query = useInfiniteQuery(ownFeedback(email));
  if (!query.data) return <QueryFallback query={query} className="h-48 w-full" />;
  const newest = query.data.pages[0]?.rows.slice(0, SHOWN) ?? [];
  return (
    <OverviewSection
      title={feedbackTexts.newest}
      link={newest.length > 0 && { href: "/dashboard/surveyor/feedbacks", label: feedbackTexts.all }}
    >
      {newest.length === 0 && <p className="text-muted">{feedbackTexts.noneText}</p>}
      {newest.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {newest.map((feedback) => (
            <li key={feedback._id} className="space-y-1 py-4">
              <p className="flex flex-wrap items-baseline justify-between gap-x-6">
                <a
                  href={`/dashboard/surveyor/feedback/${feedback._id}`}
                  className="flex-1 basis-72 font-medium underline-offset-4 hover:underline"
                >
                  <UserText of={feedback} />
                </a>{" "}
                <span className="flex flex-wrap items-baseline gap-x-4 text-sm text-muted">
                  <UnreadMark feedback={feedback} /> <FeedbackStatus feedback={feedback} />{" "}
                  <Day at={feedback.createdAt} />
                </span>
              </p>
              {feedback.feedback && (
                <UserText as="p" className="line-clamp-2 max-w-prose text-muted">
                  {feedback.feedback}
                </UserText>
              )}
            </li>
          ))}
        </ul>
      )}
    </OverviewSection>
  );
}
