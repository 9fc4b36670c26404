import type { ResponseOf } from "@survey-app/contract/endpoint.ts";
import { listMyPasskeys, removePasskey, renamePasskey } from "@survey-app/contract/passkeys.ts";
import {
  forgetDevice,
  getSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
  turnOffSecondFactor,
} from "@survey-app/contract/secondFactor.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { ownQuery } from "../api/ownQuery.ts";
import { readAgain } from "../api/queryClient.ts";
import { useChange } from "../api/useChange.ts";
import { refreshSession } from "../session/session.ts";

export const ownPasskeys = () => ownQuery(["account", "passkeys"], listMyPasskeys, {});

export const useRenamePasskey = () =>
  useChange(
    ({ _id: id, name }: { _id: string; name: string }) => api(renamePasskey, { params: { id }, body: { name } }),
    ownPasskeys().queryKey,
  );

/** Reads the role again after the loss of a second factor: an admin may have lost the rights of one. */
async function withRole<Response>(removed: Promise<Response>): Promise<Response> {
  const response = await removed;
  await refreshSession();
  return response;
}

export const useRemovePasskey = () =>
  useChange(
    ({ _id: id }: { _id: string; name: string }) => withRole(api(removePasskey, { params: { id } })),
    ownPasskeys().queryKey,
    ownSecondFactor().queryKey,
  );

export type SecondFactorState = ResponseOf<typeof getSecondFactor>;
export type RememberedDevice = SecondFactorState["devices"][number];

export const ownSecondFactor = () => ownQuery(["account", "secondFactor"], getSecondFactor, {});

export function useSetUp() {
  return useMutation({ mutationFn: () => api(setUpSecondFactor, {}) });
}

export const useTurnOff = () => useChange(() => withRole(api(turnOffSecondFactor, {})), ownSecondFactor().queryKey);

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

export const useForgetDevice = () =>
  useChange(({ _id: id }: RememberedDevice) => api(forgetDevice, { params: { id } }), ownSecondFactor().queryKey);
