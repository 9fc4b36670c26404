import {
  type Device,
  devices,
  endDevice,
  endOtherDevices,
  exportData,
  get,
  requestPasswordReset,
  requestVerification,
} from "@survey-app/contract/account.ts";
import type { Answer } from "@survey-app/contract/call.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api.ts";

/** How the person signed in can sign in. */
export type OwnAccount = Answer<typeof get>;

export const ownAccount = () =>
  queryOptions({
    queryKey: ["account"],
    queryFn: ({ signal }) => api(get, {}, signal),
    // An address is confirmed in another tab, where its link opens.
    staleTime: 0,
    refetchOnWindowFocus: true,
    meta: { private: true },
  });

export const ownDevices = () =>
  queryOptions({
    queryKey: ["account", "devices"],
    queryFn: ({ signal }) => api(devices, {}, signal),
    staleTime: 0,
    meta: { private: true },
  });

export function useEndDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Device) => api(endDevice, { params: { id: _id } }),
    // Also when it failed: it may have ended by itself.
    onSettled: () => client.invalidateQueries({ queryKey: ownDevices().queryKey }),
  });
}

export function useEndOtherDevices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api(endOtherDevices, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: ownDevices().queryKey }),
  });
}

export function useRequestVerification() {
  return useMutation({ mutationFn: () => api(requestVerification, {}) });
}

export function useRequestPasswordReset() {
  return useMutation({ mutationFn: (email: string) => api(requestPasswordReset, { body: { email } }) });
}

export function useExportData() {
  return useMutation({ mutationFn: () => api(exportData, {}) });
}
