import { getLegalText, type LegalPage } from "@survey-app/contract/ops/legal.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";

/** The text never changes while the server runs. */
export const legalText = (page: LegalPage) =>
  queryOptions({
    queryKey: ["legal", page],
    queryFn: ({ signal }) => api(getLegalText, { params: { page }, query: { language: LANGUAGE } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
