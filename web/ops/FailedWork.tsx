import type { RetriedQueue } from "@survey-app/contract/ops/failedWork.ts";
import * as failedWorkTexts from "@survey-app/texts/failedWorkTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { failureOf } from "../api/failure.ts";
import { QueryError } from "../api/QueryError.tsx";
import { Button } from "../ui/Button.tsx";
import { Day } from "../ui/Day.tsx";
import { OverviewSection } from "../ui/OverviewSection.tsx";
import { toast } from "../ui/toast.ts";
import { failedWork, useRetry } from "./failedWork.queries.ts";

/**
 * For admins, if there is any: emails and deliveries to webhooks that the server gave up, and failures in its recurring
 * jobs, with buttons to try them again.
 */
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
        {failed.map(({ queue, count, since, rows }) => {
          const what = describe(queue, count);
          return (
            <li key={queue} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
              <div>
                <p className="font-medium">{what}</p>
                {since && <p className="text-sm text-muted">{failedWorkTexts.since(<Day at={since} />)}</p>}
                {rows && <FailedRows rows={rows} />}
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

function describe(queue: RetriedQueue, count: number): string {
  if (queue === "emails" || queue === "webhooks") return failedWorkTexts.failed[queue](count);
  return failedWorkTexts.failedStep(failedWorkTexts.jobs[queue], count);
}

/** The first rows that fail, by which the operator finds them in the log and in the database. */
function FailedRows({ rows }: { rows: readonly { id: string; error: string }[] }) {
  return (
    <ul className="mt-1 text-sm text-muted">
      {rows.map(({ id, error }) => (
        <li key={id} className="break-all font-mono">
          {id} {error}
        </li>
      ))}
    </ul>
  );
}
