import { confirmClock, getOperations, type ShownJump } from "@survey-app/contract/ops/operations.ts";
import { api } from "../api/api.ts";
import { privateQuery } from "../api/privateQuery.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";

const key = ["operations"];

/** The state of the server for its operator. */
export const operations = () => privateQuery(key, getOperations, {});

/** Confirms that the clocks are right after a jump. */
export const useConfirmClock = () =>
  useInvalidatingMutation((jumps: ShownJump[]) => api(confirmClock, { body: { jumps } }), key);
