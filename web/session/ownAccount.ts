import { getMyAccount } from "@survey-app/contract/account/account.ts";
import type { ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import { queryOptions } from "@tanstack/react-query";
import { privateQuery } from "../api/privateQuery.ts";

/** The current user's sign-in methods. */
export type OwnAccount = ResponseOf<typeof getMyAccount>;

export const ownAccount = () =>
  queryOptions({
    ...privateQuery(["account"], getMyAccount, {}),
    // The address is confirmed in another tab, which the link opens.
    refetchOnWindowFocus: true,
  });
