import { useLayoutEffect, useRef } from "react";
import { isDirty } from "../api/isDirty.ts";
import type { FormDraft } from "../api/useForm.ts";
import type { SurveyValues } from "../managing/surveyValues.ts";
import type { StoragePlace } from "../ui/browserStorage.ts";
import { draftOwner, readDraft, writeDraft } from "../ui/draft.ts";
import { useStore } from "../ui/useStore.ts";

interface SurveyDraftOptions {
  key: string;
  place: StoragePlace;
  /** The form without anything typed. */
  pristine: SurveyValues;
  /** The fields that are not stored. */
  without: readonly (keyof SurveyValues)[];
}

/**
 * The draft of a survey. What a visitor typed leaves the form when a user signs in whose drafts are elsewhere: another
 * person may have typed it. Until the session is known, what is typed is in the form only, because its owner isn't
 * known.
 */
export function useSurveyDraft({ key, place, pristine, without }: SurveyDraftOptions): FormDraft<SurveyValues> {
  const owner = useStore(draftOwner);
  const lastOwner = useRef(owner);
  /** An upload can end after the draft has moved. */
  const store = useRef((_: SurveyValues) => {});
  useLayoutEffect(() => {
    store.current = (values) => {
      const kept = Object.entries(values).filter(([name]) => !without.includes(name as keyof SurveyValues));
      if (draftOwner.read() !== null) writeDraft(place, key, Object.fromEntries(kept));
    };
  });
  return {
    key: `${place} ${key}`,
    read(typed) {
      const isAnothers = place === "local" && lastOwner.current === "" && Boolean(owner);
      lastOwner.current = owner;
      const values = isAnothers ? pristine : typed;
      const draft = owner === null ? null : readDraft<SurveyValues>(place, key);
      if (!draft && isDirty(values, pristine)) store.current(values);
      return isAnothers ? { ...pristine, ...draft } : draft;
    },
    store: (values) => store.current(values),
  };
}
