import { publicationOf } from "@survey-app/contract/surveys/publication.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { serverNow } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { MoreRows, type PagedQuery } from "../api/MoreRows.tsx";
import { PagedList } from "../api/PagedList.tsx";
import { ownSurveys } from "../managing/managed.queries.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { UserText } from "../ui/UserText.tsx";
import { useNextQuestion } from "./useNextQuestion.ts";

interface OpenQuestionsProps {
  survey: Survey;
  onMoved: (next: string) => void;
}

/** The owner's other surveys by open link on which people can vote now: the room can go on to each. */
export function OpenQuestions({ survey, onMoved }: OpenQuestionsProps) {
  const { _id, email } = survey;
  const query = useInfiniteQuery(ownSurveys(email));
  const goOn = useNextQuestion(_id, onMoved);
  const move = useMutation({ mutationFn: (next: string) => goOn({ next }) });
  const canFollow = (next: Survey) =>
    next._id !== _id && next.electorate === "link" && publicationOf(next, serverNow()) === "published";
  const isAnyFound = query.data?.pages.some(({ rows }) => rows.some(canFollow));
  const none = <p>{roomTexts.noNext}</p>;
  return (
    <div className="space-y-4">
      {move.error && <ErrorPanel text={failureOf(move.error).text} />}
      {/* The numbers would be those of all surveys, most of which can't follow. */}
      <PagedList
        query={query}
        empty={none}
        end={query.hasNextPage && isAnyFound && <MoreRows query={query} text="" label={uiTexts.showMore} />}
      >
        {(rows) => {
          const following = rows.filter(canFollow);
          if (following.length === 0) return query.hasNextPage ? <SearchedOn query={query} /> : none;
          return (
            <div className="space-y-4">
              <p className="text-muted">{roomTexts.nextText}</p>
              <ul className="space-y-2">
                {following.map(({ _id: id, Title, language }) => (
                  <li key={id}>
                    <Button
                      look="quiet"
                      busy={move.isPending}
                      className="w-full justify-start py-2 text-start whitespace-normal"
                      aria-label={roomTexts.open(Title)}
                      onClick={() => move.mutate(id)}
                    >
                      <UserText of={{ Title, language }} />
                    </Button>
                  </li>
                ))}
              </ul>
            </div>
          );
        }}
      </PagedList>
    </div>
  );
}

/**
 * None of the loaded surveys can follow: looks through the others, as a button below an empty list would say too
 * little.
 */
function SearchedOn({ query }: { query: PagedQuery<Survey> }) {
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (!isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  if (isFetchNextPageError) return <ErrorPanel {...failureOf(query.error)} onRetry={() => void fetchNextPage()} />;
  return (
    <div role="status" aria-label={uiTexts.loading}>
      <Skeleton className="h-11 w-full" />
    </div>
  );
}
