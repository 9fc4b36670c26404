import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "../ui/Button.tsx";
import { useVotesReader } from "./useVotesReader.ts";
import { surveyVotes } from "./votes.queries.ts";

/**
 * The number of attempts to read a visitor's list, which comes from a cache, and the wait between them, in ms: under
 * load it is up to 2.5 s old.
 */
const TRIES = { max: 6, waitMs: 600 };

interface NewVotesProps {
  survey: Survey;
  /** Called when the votes are in the list and the button, which had the focus, is gone. */
  onShown: () => void;
}

/** A button that loads votes newer than the list: rows pushed down live could not be read. */
export function NewVotes({ survey, onShown }: NewVotesProps) {
  const reader = useVotesReader(survey._id);
  const client = useQueryClient();
  const { data, isFetching, refetch } = useInfiniteQuery(surveyVotes(survey._id, reader));
  const missingIn = (list: typeof data) => survey.participants - (list?.pages[0]?.total ?? 0);
  const { mutate: load, isPending } = useMutation({
    async mutationFn() {
      for (let tried = 1; ; tried++) {
        const { data: loaded } = await refetch();
        if (missingIn(loaded) > 0 && tried < TRIES.max) {
          await new Promise((resolve) => setTimeout(resolve, TRIES.waitMs));
          continue;
        }
        // The table may show a list with a filter.
        const queryKey = ["votes", "ofSurvey", survey._id, reader.key];
        return client.invalidateQueries({ queryKey, predicate: ({ state }) => state.data !== loaded });
      }
    },
    // Only when the button is gone: a reader who has moved on meanwhile keeps the focus.
    onSuccess: () => void setTimeout(() => document.activeElement === document.body && onShown()),
  });
  const missing = data && survey.resultsVisible ? missingIn(data) : 0;
  if (missing <= 0) return null;
  return (
    <Button look="quiet" small busy={isFetching || isPending} onClick={() => load()}>
      {voteTexts.showNew(missing)}
    </Button>
  );
}
