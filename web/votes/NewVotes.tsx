import type { Survey } from "@survey-app/contract/surveys.ts";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import * as voteTexts from "../texts/voteTexts.ts";
import { Button } from "../ui/Button.tsx";
import { useVotesReader } from "./useVotesReader.ts";
import { surveyVotes } from "./votes.queries.ts";

/** Visitors' lists come from a cache that votes refresh every half second: later than this, the list has them all. */
const CACHED_MS = 600;

/** A button that loads votes newer than the list: rows pushed down live could not be read. */
export function NewVotes({ survey }: { survey: Survey }) {
  const reader = useVotesReader(survey._id);
  const { data, isFetching, refetch } = useInfiniteQuery(surveyVotes(survey._id, reader));
  const missingIn = (list: typeof data) => survey.participants - (list?.pages[0]?.total ?? 0);
  const { mutate: load, isPending } = useMutation({
    async mutationFn() {
      const { data: loaded } = await refetch();
      if (missingIn(loaded) <= 0) return;
      await new Promise((resolve) => setTimeout(resolve, CACHED_MS));
      await refetch();
    },
  });
  const missing = data && survey.resultsVisible ? missingIn(data) : 0;
  if (missing <= 0) return null;
  return (
    <Button look="quiet" small busy={isFetching || isPending} onClick={() => load()}>
      {voteTexts.showNew(missing)}
    </Button>
  );
}
