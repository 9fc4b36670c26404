import { get } from "@survey-app/contract/account.ts";
import type { Answer } from "@survey-app/contract/endpoint.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";

/** How the person signed in can sign in. */
export type OwnAccount = Answer<typeof get>;

export const ownAccount = () =>
  queryOptions({
    queryKey: ["account"],
    queryFn: ({ signal }) => api(get, {}, signal),
    // An address is confirmed in another tab, where its link opens.
    staleTime: 0,
    refetchOnWindowFocus: true,
    meta: { private: true },
  });
