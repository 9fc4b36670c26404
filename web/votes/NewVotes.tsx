import type { Survey } from "@survey-app/contract/surveys.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useUser } from "../session/useSession.ts";
import * as voteTexts from "../texts/voteTexts.ts";
import { Button } from "../ui/Button.tsx";
import { surveyVotes } from "./votes.queries.ts";

/** A button that loads votes newer than the list: rows pushed down live could not be read. */
export function NewVotes({ survey }: { survey: Survey }) {
  const reader = useUser()?._id ?? null;
  const { data, isFetching, refetch } = useInfiniteQuery(surveyVotes(survey._id, reader));
  const missing = data && survey.resultsVisible ? survey.participants - (data.pages[0]?.total ?? 0) : 0;
  if (missing <= 0) return null;
  return (
    <Button look="quiet" small busy={isFetching} onClick={() => void refetch()}>
      {voteTexts.showNew(missing)}
    </Button>
  );
}
