import { ApiRequestError } from "./api.ts";
import { failureOf } from "./failure.ts";

/**
 * The reason why a page doesn't have the data of its query, for `PageFallback`: it doesn't exist, or could not be
 * loaded; otherwise it is still loading.
 */
export function absenceOf({
  data,
  error,
  refetch,
}: {
  data: unknown;
  error: unknown;
  refetch: () => Promise<unknown>;
}) {
  const isMissing = error instanceof ApiRequestError && error.status === 404;
  const failure = error && !data && !isMissing ? failureOf(error) : null;
  return { isMissing, failure, retry: () => void refetch() };
}

/** The props of `PageFallback` that say why the data is missing. */
export type Absence = ReturnType<typeof absenceOf>;
