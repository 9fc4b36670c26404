import * as failedWorkTexts from "@survey-app/texts/failedWorkTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { failureOf } from "../api/failure.ts";
import { QueryError } from "../api/QueryError.tsx";
import { Button } from "../ui/Button.tsx";
import { OverviewSection } from "../ui/OverviewSection.tsx";
import { SentenceDay } from "../ui/SentenceDay.tsx";
import { toast } from "../ui/toast.ts";
import { failedWork, useRetry } from "./failedWork.queries.ts";

/** For admins, if there is any: emails and deliveries to webhooks that the server gave up, and the button to try them again. */
export function FailedWork() {
  const query = useQuery(failedWork());
  const retry = useRetry();
  if (query.isError && !query.data) return <QueryError query={query} />;
  const failed = (query.data ?? []).filter(({ count }) => count > 0);
  if (failed.length === 0) return null;
  return (
    <OverviewSection title={failedWorkTexts.title} isCard>
      <p className="text-sm text-muted">{failedWorkTexts.explanation}</p>
      <ul className="divide-y divide-line border-t border-line">
        {failed.map(({ queue, count, since }) => {
          const what = failedWorkTexts.failed[queue](count);
          return (
            <li key={queue} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
              <div>
                <p className="font-medium">{what}</p>
                {since && <p className="text-sm text-muted">{failedWorkTexts.since(<SentenceDay at={since} />)}</p>}
              </div>
              <Button
                look="quiet"
                small
                busy={retry.isPending && retry.variables === queue}
                aria-label={failedWorkTexts.retryOf(what)}
                onClick={() =>
                  retry.mutate(queue, {
                    onSuccess: ({ retried }) => toast(failedWorkTexts.retried(retried)),
                    onError: (error) => toast(failureOf(error).text, "error"),
                  })
                }
              >
                {failedWorkTexts.retry}
              </Button>
            </li>
          );
        })}
      </ul>
    </OverviewSection>
  );
}
