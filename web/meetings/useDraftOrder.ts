import type { Draft, ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import { useState } from "react";
import { toastFailure } from "../api/toastFailure.ts";
import { useOrderDrafts } from "./meetings.queries.ts";

/**
 * The drafts of a meeting in the order in which they were just put, until it is stored; `said`: what a screen reader
 * says about it.
 */
export function useDraftOrder({ meetingId, drafts, questions }: ManagedMeeting) {
  const ordering = useOrderDrafts(meetingId);
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const [said, setSaid] = useState("");
  const placeOf = ({ _id }: Draft) => wanted?.indexOf(_id) ?? 0;
  const order = wanted ? drafts.toSorted((a, b) => placeOf(a) - placeOf(b)) : drafts;

  function move(draft: Draft, by: 1 | -1) {
    const from = order.indexOf(draft);
    const next = order.toSpliced(from, 1).toSpliced(from + by, 0, draft);
    const ids = next.map(({ _id }) => _id);
    setWanted(ids);
    ordering.mutate(ids, {
      onSuccess: () => setSaid(hostTexts.moved(questions.length + from + by + 1, draft.Title)),
      // Then another state of the meeting is read.
      onError: toastFailure,
      onSettled: () => setWanted(null),
    });
  }

  return { order, said, isMoving: ordering.isPending, move };
}
