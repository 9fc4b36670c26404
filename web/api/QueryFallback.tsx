import { Skeleton } from "../ui/Skeleton.tsx";
import { QueryError } from "./QueryError.tsx";

interface QueryFallbackProps {
  query: { isPending: boolean; error: unknown; refetch: () => Promise<unknown> };
  /** The size of the skeleton. */
  className: string;
}

/** Shown while a query doesn't have data: a skeleton, or why it failed. */
export function QueryFallback({ query, className }: QueryFallbackProps) {
  return query.isPending ? <Skeleton className={className} /> : <QueryError query={query} />;
}
