import { getUnpublication } from "@survey-app/contract/surveys/moderation.ts";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";

/** An admin unpublished the survey, so its page shows the reason instead. */
export class SurveyUnpublished extends Error {
  override readonly name = "SurveyUnpublished";
}

/**
 * Loads what a survey's page shows visitors instead of a survey that they can't see.
 * @throws {SurveyUnpublished} if an admin unpublished it, else `missing`
 */
export async function loadUnpublication(client: QueryClient, id: string, missing: unknown): Promise<never> {
  throw (await client.fetchQuery(unpublicationOf(id, null))) ? new SurveyUnpublished() : missing;
}

/**
 * The reason why a survey is no longer published, as `reader` (a user's id, or null) may know it; null if no admin
 * unpublished it.
 */
export const unpublicationOf = (id: string, reader: string | null) =>
  queryOptions({
    queryKey: ["surveys", "unpublication", id, reader],
    queryFn: ({ signal }) => api(getUnpublication, { params: { id } }, signal),
    ...(reader && { meta: { private: true } }),
  });
