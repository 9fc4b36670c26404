import type { Feedback } from "@survey-app/contract/surveys/feedback.ts";
import * as feedbackTexts from "@survey-app/texts/feedbackTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { PagedTable } from "../api/PagedTable.tsx";
import { useSignedInUser } from "../session/useSession.ts";
import { Day } from "../ui/Day.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import type { Column } from "../ui/Table.tsx";
import { UserText } from "../ui/UserText.tsx";
import { FeedbackStatus } from "./FeedbackStatus.tsx";
import { ownFeedback } from "./feedback.queries.ts";
import { UnreadMark } from "./UnreadMark.tsx";

const columns: readonly Column<Feedback>[] = [
  {
    title: feedbackTexts.columns.survey,
    inLine: "start",
    sortBy: ({ Title }) => Title,
    cell: (feedback) => (
      <>
        <a
          href={`/dashboard/surveyor/feedback/${feedback._id}`}
          className="font-semibold underline-offset-4 hover:underline"
        >
          <UserText of={feedback} />
        </a>{" "}
        <UnreadMark feedback={feedback} />
      </>
    ),
  },
  {
    title: feedbackTexts.caption,
    inLine: "below",
    cell: ({ feedback }) =>
      feedback ? (
        <UserText as="span" className="line-clamp-2 max-w-prose">
          {feedback}
        </UserText>
      ) : null,
  },
  { title: feedbackTexts.columns.status, inLine: "last", cell: (feedback) => <FeedbackStatus feedback={feedback} /> },
  {
    title: feedbackTexts.columns.date,
    isNumber: true,
    inLine: "last",
    sortBy: ({ createdAt }) => Date.parse(createdAt),
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
];

/** The feedback that admins wrote to the current user. */
export function FeedbackTable() {
  const { email } = useSignedInUser();
  const query = useInfiniteQuery(ownFeedback(email));
  return (
    <PagedTable
      query={query}
      empty={
        <EmptyState
          title={feedbackTexts.none}
          text={feedbackTexts.noneText}
          action={<LinkButton href="/dashboard/surveyor/surveys">{feedbackTexts.yourSurveys}</LinkButton>}
        />
      }
      caption={feedbackTexts.caption}
      columns={columns}
    />
  );
}
