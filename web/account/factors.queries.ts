import type { ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import { listMyPasskeys, removePasskey, renamePasskey } from "@survey-app/contract/session/passkeys.ts";
import {
  forgetDevice,
  getSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
  turnOffSecondFactor,
} from "@survey-app/contract/session/secondFactor.ts";
import { useMutation } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { privateQuery } from "../api/privateQuery.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { refreshSession } from "../session/session.ts";

type Passkey = ResponseOf<typeof listMyPasskeys>[number];

export const ownPasskeys = () => privateQuery(["account", "passkeys"], listMyPasskeys, {});

export const useRenamePasskey = () =>
  useInvalidatingMutation(
    ({ _id: id, name }: { _id: string; name: string }) => api(renamePasskey, { params: { id }, body: { name } }),
    ownPasskeys().queryKey,
  );

/** Reads the role again after a second factor was removed: an admin may have lost the admin rights. */
async function withRole<Response>(removed: Promise<Response>): Promise<Response> {
  const response = await removed;
  await refreshSession();
  return response;
}

export const useRemovePasskey = () =>
  useInvalidatingMutation(
    ({ _id: id }: Passkey) => withRole(api(removePasskey, { params: { id } })),
    ownPasskeys().queryKey,
    ownSecondFactor().queryKey,
  );

export type SecondFactorState = ResponseOf<typeof getSecondFactor>;
export type RememberedDevice = SecondFactorState["devices"][number];

export const ownSecondFactor = () => privateQuery(["account", "secondFactor"], getSecondFactor, {});

export function useSetUp() {
  return useMutation({ mutationFn: () => api(setUpSecondFactor, {}) });
}

export const useTurnOff = () =>
  useInvalidatingMutation(() => withRole(api(turnOffSecondFactor, {})), ownSecondFactor().queryKey);

/** Resolves to the new codes, which the server returns only now. */
export const useRenewCodes = () =>
  useInvalidatingMutation(() => api(renewRecoveryCodes, {}), ownSecondFactor().queryKey);

export const useForgetDevice = () =>
  useInvalidatingMutation(
    ({ _id: id }: RememberedDevice) => api(forgetDevice, { params: { id } }),
    ownSecondFactor().queryKey,
  );
