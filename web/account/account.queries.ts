import {
  exportMyData,
  listMySessions,
  requestEmailVerification,
  requestPasswordReset,
  revokeMyOtherSessions,
  revokeMySession,
  type UserSession,
} from "@survey-app/contract/account.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { readAgain } from "../api/queryClient.ts";

export const ownDevices = () =>
  queryOptions({
    queryKey: ["account", "devices"],
    queryFn: ({ signal }) => api(listMySessions, {}, signal),
    staleTime: 0,
    meta: { private: true },
  });

export function useEndDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: UserSession) => api(revokeMySession, { params: { id: _id } }),
    onSuccess: () => readAgain(client, ownDevices().queryKey),
    // The session may have ended meanwhile.
    onError: () => void readAgain(client, ownDevices().queryKey),
  });
}

export function useEndOtherDevices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api(revokeMyOtherSessions, {}),
    onSuccess: () => readAgain(client, ownDevices().queryKey),
  });
}

export function useRequestVerification() {
  return useMutation({ mutationFn: () => api(requestEmailVerification, {}) });
}

export function useRequestPasswordReset() {
  return useMutation({ mutationFn: (email: string) => api(requestPasswordReset, { body: { email } }) });
}

export function useExportData() {
  return useMutation({ mutationFn: () => api(exportMyData, {}) });
}
