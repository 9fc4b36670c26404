import {
  exportMyData,
  listMySessions,
  requestEmailVerification,
  requestPasswordReset,
  revokeMyOtherSessions,
  revokeMySession,
  type UserSession,
} from "@survey-app/contract/account.ts";
import { useMutation } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { ownQuery } from "../api/ownQuery.ts";
import { useChange } from "../api/useChange.ts";

export const ownDevices = () => ownQuery(["account", "devices"], listMySessions, {});

export const useEndDevice = () =>
  useChange(({ _id: id }: UserSession) => api(revokeMySession, { params: { id } }), ownDevices().queryKey);

export const useEndOtherDevices = () => useChange(() => api(revokeMyOtherSessions, {}), ownDevices().queryKey);

export function useRequestVerification() {
  return useMutation({ mutationFn: () => api(requestEmailVerification, {}) });
}

export function useRequestPasswordReset() {
  return useMutation({ mutationFn: (email: string) => api(requestPasswordReset, { body: { email } }) });
}

export function useExportData() {
  return useMutation({ mutationFn: () => api(exportMyData, {}) });
}
