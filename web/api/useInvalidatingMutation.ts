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
  type Callbacks = MutateOptions<Response, Error, Subject>;
  const client = useQueryClient();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  /** Those of the press that begins. */
  const pressed = useRef<Callbacks>(undefined);
  const mutation = useMutation<Response, Error, Subject, Callbacks | undefined>({
    mutationFn: change,
    onMutate() {
      const callbacks = pressed.current;
      pressed.current = undefined;
      return callbacks;
    },
    async onSuccess(...response) {
      const callbacks = isShown.current ? response[2] : undefined;
      await invalidateAndWait(client, ...keys);
      callbacks?.onSuccess?.(...response);
    },
    onError(...failure) {
      void invalidateAndWait(client, ...keys);
      if (isShown.current) failure[2]?.onError?.(...failure);
    },
    onSettled(...outcome) {
      if (isShown.current) outcome[3]?.onSettled?.(...outcome);
    },
  });
  const mutate: typeof mutation.mutate = (...sent) => {
    pressed.current = sent[1] as Callbacks | undefined;
    mutation.mutate(sent[0] as Subject);
  };
  return { ...mutation, mutate };
}
