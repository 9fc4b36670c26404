import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { ApiRequestError } from "../api/api.ts";
import type { SurveyFormState } from "../managing/surveyValues.ts";
import { keepQuestion, takePublished } from "../session/keptDraft.ts";
import { useUser } from "../session/useSession.ts";
import { oneSurvey } from "../surveys/surveys.queries.ts";
import { usePublishing } from "./publishing.ts";
import type { SurveyFormProps, useEditedSurvey } from "./useEditedSurvey.ts";

/**
 * The address to confirm before the question is published; null for none. When the page says that the emailed link
 * leads to the question, it is kept for that link; a press keeps what was typed since.
 * @param isSaid whether the page says so
 */
export function useUnconfirmed(
  { survey, confirming }: SurveyFormProps,
  form: SurveyFormState,
  isSaid: boolean,
): string | null {
  const user = useUser();
  const { mustConfirm } = usePublishing(form.values);
  const { latest } = form;
  const email = mustConfirm && !survey && !confirming ? (user?.email ?? null) : null;
  useEffect(() => {
    if (email !== null && isSaid) keepQuestion(latest.current, email);
  }, [email, isSaid, latest]);
  return email;
}

export const isUnconfirmed = (error: Error | null) =>
  error instanceof ApiRequestError && error.problem.code === "addressUnconfirmed";

interface Shown {
  form: SurveyFormState;
  edited: ReturnType<typeof useEditedSurvey>;
  onFound: (published: { id: string; title: string }) => void;
}

/**
 * Learns that another tab has published the question that this one shows: with the button behind its emailed link. Text
 * that was typed since stays in the form.
 * @param survey the one that the form changes: only new ones wait for a link
 * @returns a function to call at a press; it returns one that checks whether another tab has published it, also since
 *   the press
 */
export function usePublishedElsewhere(survey: FullSurvey | undefined, { form, edited, onFound }: Shown) {
  const client = useQueryClient();
  const reader = useUser()?._id ?? null;
  const { empty, setPristine, forgetDraft } = edited;

  /** The number of times it was found: also by an event, while a press waits for the tab that publishes. */
  const found = useRef(0);

  async function look(): Promise<boolean> {
    const id = survey || reader === null ? null : takePublished();
    if (id === null) return false;
    found.current += 1;
    const published = await client.fetchQuery(oneSurvey(id, reader)).catch(() => null);
    const { Title, Description } = form.latest.current;
    if (published?.Title === Title.trim() && published.Description === (Description ?? "").trim()) {
      setPristine(empty);
      form.reset(empty);
      forgetDraft();
    }
    onFound({ id, title: published?.Title ?? Title });
    return true;
  }

  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  });
  useEffect(() => {
    if (reader === null) return undefined;
    const follow = () => void latest.current();
    follow();
    addEventListener("storage", follow);
    return () => removeEventListener("storage", follow);
  }, [reader]);
  return () => {
    const before = found.current;
    return async () => (await look()) || found.current !== before;
  };
}
