import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { readAgain } from "./queryClient.ts";

/**
 * A mutation after which the queries with these keys are read again: also after a failure, because the change may have been
 * stored although no response arrived, or someone else was faster. Only a success waits for them.
 */
export function useChange<Response, Subject = void>(
  change: (subject: Subject) => Promise<Response>,
  ...keys: readonly QueryKey[]
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => readAgain(client, ...keys),
    onError: () => void readAgain(client, ...keys),
  });
}
