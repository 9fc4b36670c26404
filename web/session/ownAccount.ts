import { getMyAccount } from "@survey-app/contract/account.ts";
import type { ResponseOf } from "@survey-app/contract/endpoint.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";

/** How the person signed in can sign in. */
export type OwnAccount = ResponseOf<typeof getMyAccount>;

export const ownAccount = () =>
  queryOptions({
    queryKey: ["account"],
    queryFn: ({ signal }) => api(getMyAccount, {}, signal),
    // An address is confirmed in another tab, where its link opens.
    staleTime: 0,
    refetchOnWindowFocus: true,
    meta: { private: true },
  });
