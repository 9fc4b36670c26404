import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { invalidateAndWait } from "./queryClient.ts";

/**
 * A mutation that invalidates the queries with these keys: after a failure too, because the change may have been stored
 * although no response arrived, or another user was faster. Only a success waits until they are fetched again.
 */
export function useInvalidatingMutation<Response, Subject = void>(
  change: (subject: Subject) => Promise<Response>,
  ...keys: readonly QueryKey[]
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => invalidateAndWait(client, ...keys),
    onError: () => void invalidateAndWait(client, ...keys),
  });
}
