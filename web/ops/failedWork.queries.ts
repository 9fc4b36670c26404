import { listFailedWork, type RetriedQueue, retryFailedWork } from "@survey-app/contract/ops/failedWork.ts";
import { api } from "../api/api.ts";
import { privateQuery } from "../api/privateQuery.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";

/** The numbers of the work that the server gave up. */
export const failedWork = () => privateQuery(["failedWork"], listFailedWork, {});

/** Makes the work that was given up in a queue due again. */
export const useRetry = () =>
  useInvalidatingMutation((queue: RetriedQueue) => api(retryFailedWork, { body: { queue } }), ["failedWork"]);
