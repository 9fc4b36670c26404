import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { failureOf } from "../api/failure.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { ownChoices } from "./votes.queries.ts";

interface WithoutVotedProps {
  surveyIds: readonly string[];
  children: (left: readonly string[]) => ReactNode;
}

/** Renders with those of the surveys that the current user has not voted on. */
export function WithoutVoted({ surveyIds, children }: WithoutVotedProps) {
  const { _id } = useSignedInUser();
  const { data, isError, error, isPending, isEnabled, refetch } = useQuery(ownChoices(surveyIds, _id));
  if (isError && !data) return <ErrorPanel {...failureOf(error)} onRetry={() => void refetch()} />;
  if (isPending && isEnabled) return <Skeleton className="h-96 w-full" />;
  const voted = new Set(data?.map(({ surveyId }) => surveyId));
  return children(surveyIds.filter((id) => !voted.has(id)));
}
