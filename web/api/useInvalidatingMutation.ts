import { type MutateOptions, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { invalidateAndWait } from "./queryClient.ts";

/**
 * A mutation that invalidates the queries with these keys: after a failure too, because the change may have been stored
 * although no response arrived, or another user was faster. Only a success waits until they are fetched again. Then the
 * callbacks of `mutate` are called if its component was on the page when the response arrived, even if the fetched data
 * has removed it since: otherwise the message about a finished action could get lost.
 */
export function useInvalidatingMutation<Response, Subject = void>(
  change: (subject: Subject) => Promise<Response>,
  ...keys: readonly QueryKey[]
) {
  const client = useQueryClient();
  const callbacks = useRef<MutateOptions<Response, Error, Subject>>(undefined);
  useEffect(
    () => () => {
      callbacks.current = undefined;
    },
    [],
  );
  const mutation = useMutation<Response, Error, Subject>({
    mutationFn: change,
    async onSuccess(...response) {
      const { current } = callbacks;
      await invalidateAndWait(client, ...keys);
      current?.onSuccess?.(...response);
    },
    onError(...failure) {
      void invalidateAndWait(client, ...keys);
      callbacks.current?.onError?.(...failure);
    },
    onSettled: (...outcome) => callbacks.current?.onSettled?.(...outcome),
  });
  const mutate: typeof mutation.mutate = (...sent) => {
    callbacks.current = sent[1];
    mutation.mutate(sent[0] as Subject);
  };
  return { ...mutation, mutate };
}
