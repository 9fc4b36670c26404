import {
  exportMyData,
  listMySessions,
  requestPasswordReset,
  revokeMyOtherSessions,
  revokeMySession,
  type UserSession,
} from "@survey-app/contract/account/account.ts";
import { useMutation } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { privateQuery } from "../api/privateQuery.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { ownApiKeys } from "./integration.queries.ts";

export const ownDevices = () => privateQuery(["account", "devices"], listMySessions, {});

export const useEndDevice = () =>
  useInvalidatingMutation(
    ({ _id: id }: UserSession) => api(revokeMySession, { params: { id } }),
    ownDevices().queryKey,
  );

export const useEndOtherDevices = () =>
  useInvalidatingMutation(() => api(revokeMyOtherSessions, {}), ownDevices().queryKey, ownApiKeys().queryKey);

export function useRequestPasswordReset() {
  return useMutation({ mutationFn: (email: string) => api(requestPasswordReset, { body: { email } }) });
}

export function useExportData() {
  return useMutation({ mutationFn: () => api(exportMyData, {}) });
}
