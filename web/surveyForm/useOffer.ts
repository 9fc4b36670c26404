import { useState } from "react";
import type { SurveyValues } from "../managing/surveyValues.ts";
import type { StoragePlace } from "../ui/browserStorage.ts";
import { clearDraft, draftOwner, readDraft, writeDraft } from "../ui/draft.ts";
import { useStore } from "../ui/useStore.ts";

/**
 * A question that was typed in this tab before its user signed in: perhaps by another person. So it is offered, and
 * becomes a draft of the account only when the user goes on with it.
 */
export function useOffer(key: string) {
  const owner = useStore(draftOwner);
  const [, lookAgain] = useState(0);
  const isIn = (place: StoragePlace) => Boolean(owner && readDraft<SurveyValues>(place, key)?.Title);
  const drop = () => {
    clearDraft("session", key);
    lookAgain((times) => times + 1);
  };
  return {
    isOffered: isIn("session"),
    /** Whether the account has a draft of its own, which an accepted one replaces. */
    hasOwn: isIn("local"),
    drop,
    take() {
      writeDraft("local", key, readDraft("session", key));
      drop();
    },
  };
}
