import {
  type Device,
  devices,
  endDevice,
  endOtherDevices,
  exportData,
  requestPasswordReset,
  requestVerification,
} from "@survey-app/contract/account.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api.ts";

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
