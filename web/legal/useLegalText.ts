import type { LegalPage } from "@survey-app/contract/ops/legal.ts";
import { useQuery } from "@tanstack/react-query";
import { failureOf } from "../api/failure.ts";
import { legalText } from "./legal.queries.ts";

/** A legal text for its page: the document, or what to show instead. */
export function useLegalText(page: LegalPage) {
  const { data, error, refetch } = useQuery(legalText(page));
  return { parts: data?.parts, failure: error && !data ? failureOf(error) : null, retry: () => void refetch() };
}
