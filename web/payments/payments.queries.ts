import { all, own } from "@survey-app/contract/payments.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { apiPage, type Page } from "../api.ts";

const paging = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: Page<unknown>) => last.next,
  meta: { private: true },
};

const after = (cursor: string | null) => (cursor ? { cursor } : {});

/** Everybody's payments, newest first. */
export const allPayments = () =>
  infiniteQueryOptions({
    ...paging,
    queryKey: ["payments", "all"],
    queryFn: ({ pageParam, signal }) => apiPage(all, { query: after(pageParam) }, signal),
  });

/** The payments of the person with this address, newest first. */
export const ownPayments = (email: string) =>
  infiniteQueryOptions({
    ...paging,
    queryKey: ["payments", "own", email],
    queryFn: ({ pageParam, signal }) => apiPage(own, { params: { email }, query: after(pageParam) }, signal),
  });
