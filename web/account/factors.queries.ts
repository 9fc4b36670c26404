import type { ResponseOf } from "@survey-app/contract/endpoint.ts";
import { listMyPasskeys, removePasskey } from "@survey-app/contract/passkeys.ts";
import {
  forgetDevice,
  getSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
  turnOffSecondFactor,
} from "@survey-app/contract/secondFactor.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { readAgain } from "../api/queryClient.ts";

export const ownPasskeys = () =>
  queryOptions({
    queryKey: ["account", "passkeys"],
    queryFn: ({ signal }) => api(listMyPasskeys, {}, signal),
    staleTime: 0,
    meta: { private: true },
  });

export function useRemovePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: { _id: string; name: string }) => api(removePasskey, { params: { id: _id } }),
    onSuccess: () => readAgain(client, ownPasskeys().queryKey),
    onError: () => void readAgain(client, ownPasskeys().queryKey),
  });
}

export type SecondFactorState = ResponseOf<typeof getSecondFactor>;
export type RememberedDevice = SecondFactorState["devices"][number];

export const ownSecondFactor = () =>
  queryOptions({
    queryKey: ["account", "secondFactor"],
    queryFn: ({ signal }) => api(getSecondFactor, {}, signal),
    staleTime: 0,
    meta: { private: true },
  });

export function useSetUp() {
  return useMutation({ mutationFn: () => api(setUpSecondFactor, {}) });
}

export function useTurnOff() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api(turnOffSecondFactor, {}),
    onSuccess: () => readAgain(client, ownSecondFactor().queryKey),
  });
}

/** @param onRenewed gets the new codes, which the server returns only now */
export function useRenewCodes(onRenewed: (codes: string[]) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api(renewRecoveryCodes, {}),
    onSuccess: ({ recoveryCodes }) => {
      onRenewed(recoveryCodes);
      return readAgain(client, ownSecondFactor().queryKey);
    },
  });
}

export function useForgetDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: RememberedDevice) => api(forgetDevice, { params: { id: _id } }),
    onSettled: () => readAgain(client, ownSecondFactor().queryKey),
  });
}
