import {
  cancelPayment,
  getMyLatestPayment,
  getRevenue,
  type LatestPayment,
  listMyPayments,
  listPayments,
  type Payment,
  type PaymentStatus,
  refundPayment,
} from "@survey-app/contract/payments.ts";
import { infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";
import { api, apiPage } from "../api/api.ts";
import { ownQuery } from "../api/ownQuery.ts";
import { after, privatePaging, setFields } from "../api/pagination.ts";
import { useChange } from "../api/useChange.ts";

export interface PaymentsFilter {
  status: PaymentStatus | "";
  q: string;
}

/** All users' payments, newest first. */
export const allPayments = (filter: PaymentsFilter = { status: "", q: "" }) =>
  infiniteQueryOptions({
    ...privatePaging,
    queryKey: ["payments", "all", filter],
    queryFn: ({ pageParam, signal }) =>
      apiPage(listPayments, { query: { ...setFields(filter), ...after(pageParam) } }, signal),
    // Other users pay meanwhile.
    staleTime: 0,
  });

/** The number of payments and their sum. */
export const paymentsSum = () => ownQuery(["payments", "sum"], getRevenue, {});

/** The payments of the user with this email, newest first. */
export const ownPayments = (email: string) =>
  infiniteQueryOptions({
    ...privatePaging,
    queryKey: ["payments", "own", email],
    queryFn: ({ pageParam, signal }) => apiPage(listMyPayments, { params: { email }, query: after(pageParam) }, signal),
    // Their status changes without user action: the provider notifies the server.
    staleTime: 0,
  });

/** The latest payment that the user with this email started, whatever its status. */
export const latestPayment = (email: string) =>
  queryOptions({
    ...ownQuery(["payments", "latest", email], getMyLatestPayment, {}),
    gcTime: 0,
    // The card form should appear soon: the server checks again when the payment starts.
    retry: 1,
  });

export function useCancelPayment() {
  return useMutation({ mutationFn: ({ _id }: LatestPayment) => api(cancelPayment, { params: { id: _id } }) });
}

export const useRefund = () =>
  useChange(({ _id: id }: Payment) => api(refundPayment, { params: { id } }), ["payments"], ["users"]);
