import { listSimilarSurveys, type SimilarSurvey } from "@survey-app/contract/surveys/similarSurveys.ts";
import { TITLE_MAX } from "@survey-app/contract/text/limits.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../api/api.ts";
import { afterPress } from "../ui/afterPress.ts";
import { draftOwner, readDraft, writeDraft } from "../ui/draft.ts";
import { useStore } from "../ui/useStore.ts";
import { findFlaws, type QuestionFlaw } from "./questionCheck.ts";

/** The pause in typing before the question is checked, in ms: tips must not appear under the moving cursor. */
const PAUSE_MS = 800;
/** Questions with fewer characters are hardly begun, and resemble everything. */
const SEARCHED_MIN = 12;
/** The tips that stay dismissed; every similar survey has its own. */
const DISMISSED_MAX = 50;

/** The storage key of the tips that were dismissed for a draft; they end with it. */
export const dismissedTipsOf = (draft: string) => `${draft}-tips`;

export type QuestionTip = { id: QuestionFlaw } | { id: `similar:${string}`; survey: SimilarSurvey };

interface TipsOptions {
  /** The storage key of the form's draft. */
  draft: string;
  /** Whether the field has been left: then its question is complete. */
  isLeft: boolean;
  /** The language of the question; null if unknown. */
  language: Language | null;
  /** The survey that is being edited. */
  surveyId: string | undefined;
}

/** The tips about a question that were not dismissed, most serious first; null before the first check. */
export function useQuestionTips(title: string, { draft, isLeft, language, surveyId }: TipsOptions) {
  const checked = usePaused(title.trim());
  const [dismissed, dismiss] = useDismissed(dismissedTipsOf(draft));
  const isSearched = checked.length >= SEARCHED_MIN && checked.length <= TITLE_MAX;
  const { data: similar = [] } = useQuery({
    queryKey: ["surveys", "similar", checked, language, surveyId],
    queryFn: async ({ signal }) => {
      const query = { title: checked, ...(language && { language }), ...(surveyId && { exclude: surveyId }) };
      const found = await api(listSimilarSurveys, { query }, signal);
      // A tip moves what a press is on.
      await new Promise<void>(afterPress);
      return found;
    },
    enabled: isSearched,
    // A late tip is useless, and a form must not add to the load of a busy server.
    retry: false,
  });
  if (checked === "") return { tips: null, dismiss };
  const flaws = findFlaws(checked, language).filter((flaw) => flaw !== "noQuestionMark" || isLeft);
  const found: QuestionTip[] = [
    ...(isSearched ? similar.map((survey) => ({ id: `similar:${survey._id}` as const, survey })) : []),
    ...flaws.map((id) => ({ id })),
  ];
  return { tips: found.filter(({ id }) => !dismissed.includes(id)), dismiss };
}

/** The text as it was when typing last paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => afterPress(() => setPaused(text)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** The ids of the tips that were dismissed for a draft, on this device. */
function useDismissed(key: string): [readonly string[], (id: string) => void] {
  const owner = useStore(draftOwner);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has other drafts
  useEffect(() => {
    const { ids } = readDraft<{ ids: unknown }>("local", key) ?? {};
    setDismissed(Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : []);
  }, [key, owner]);
  return [
    dismissed,
    (id) => {
      const ids = [...dismissed, id].slice(-DISMISSED_MAX);
      setDismissed(ids);
      writeDraft("local", key, { ids });
    },
  ];
}
