import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { failureOf } from "./failure.ts";

/** Why a query failed, with Retry. */
export function QueryError({ query }: { query: { error: unknown; refetch: () => Promise<unknown> } }) {
  return <ErrorPanel {...failureOf(query.error)} onRetry={() => void query.refetch()} />;
}
