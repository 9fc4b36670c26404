import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { failureOf } from "./failure.ts";

interface QueryFallbackProps {
  query: { isPending: boolean; error: unknown; refetch: () => Promise<unknown> };
  /** The size of the skeleton. */
  className: string;
}

/** Shown while a query has no data: a skeleton, or why it failed, with Retry. */
export function QueryFallback({ query, className }: QueryFallbackProps) {
  if (query.isPending) return <Skeleton className={className} />;
  return <ErrorPanel {...failureOf(query.error)} onRetry={() => void query.refetch()} />;
}
