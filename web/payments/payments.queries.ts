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
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, apiPage } from "../api/api.ts";
import { after, privatePaging, setFields } from "../api/pagination.ts";
import { readAgain } from "../api/queryClient.ts";

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
export const paymentsSum = () =>
  queryOptions({
    queryKey: ["payments", "sum"],
    queryFn: ({ signal }) => api(getRevenue, {}, signal),
    staleTime: 0,
    meta: { private: true },
  });

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
    queryKey: ["payments", "latest", email],
    queryFn: ({ signal }) => api(getMyLatestPayment, {}, signal),
    staleTime: 0,
    gcTime: 0,
    // The card form should appear soon: the server checks again when the payment starts.
    retry: 1,
    meta: { private: true },
  });

export function useCancelPayment() {
  return useMutation({ mutationFn: ({ _id }: LatestPayment) => api(cancelPayment, { params: { id: _id } }) });
}

export function useRefund() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Payment) => api(refundPayment, { params: { id: _id } }),
    onSuccess: () => readAgain(client, ["payments"], ["users"]),
    // It may have been refunded before.
    onError: () => void readAgain(client, ["payments"], ["users"]),
  });
}
