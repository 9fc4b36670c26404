import { getMyAccount } from "@survey-app/contract/account.ts";
import type { ResponseOf } from "@survey-app/contract/endpoint.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";

/** The current user's sign-in methods. */
export type OwnAccount = ResponseOf<typeof getMyAccount>;

export const ownAccount = () =>
  queryOptions({
    queryKey: ["account"],
    queryFn: ({ signal }) => api(getMyAccount, {}, signal),
    // The address is confirmed in another tab, which the link opens.
    staleTime: 0,
    refetchOnWindowFocus: true,
    meta: { private: true },
  });
