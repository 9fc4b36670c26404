import { type ConfirmedStep, confirmStep, getSetup, sendTestEmail } from "@survey-app/contract/ops/setup.ts";
import { api } from "../api/api.ts";
import { privateQuery } from "../api/privateQuery.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";

const key = ["setup"];

/** The first steps of this installation that are done, fetched every second while a test email is under way. */
export const setup = () => ({
  ...privateQuery(key, getSetup, {}),
  refetchInterval: ({ state }: { state: { data?: { testEmail: string | null } | undefined } }) =>
    ["waiting", "failing"].includes(state.data?.testEmail ?? "") ? 1000 : false,
});

export const useTestEmail = () => useInvalidatingMutation(() => api(sendTestEmail, {}), key);

/** Ends a step for all admins. */
export const useConfirmStep = () =>
  useInvalidatingMutation((step: ConfirmedStep) => api(confirmStep, { body: { step } }), key);
