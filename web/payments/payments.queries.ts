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
} from "@survey-app/contract/payments/payments.ts";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { setFields } from "../api/pagination.ts";
import { privateListQuery } from "../api/privateListQuery.ts";
import { privateQuery } from "../api/privateQuery.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { refreshSession } from "../session/session.ts";

export interface PaymentsFilter {
  status: PaymentStatus | "";
  q: string;
}

/** All users' payments, newest first. */
export const allPayments = (filter: PaymentsFilter = { status: "", q: "" }) =>
  privateListQuery(["payments", "all", filter], listPayments, { query: setFields(filter) });

/** The number of payments and their sum. */
export const paymentsSum = () => privateQuery(["payments", "sum"], getRevenue, {});

/** The payments of the user with this email, newest first. */
export const ownPayments = (email: string) =>
  privateListQuery(["payments", "own", email], listMyPayments, { params: { email } });

/** The latest payment that the user with this email started, whatever its status. */
export const latestPayment = (email: string) =>
  queryOptions({
    ...privateQuery(["payments", "latest", email], getMyLatestPayment, {}),
    gcTime: 0,
    // The card form should appear soon: the server checks again when the payment starts.
    retry: 1,
  });

/**
 * Reads the user again if the latest payment is paid: the loaded user may be from before, and then the card form must
 * not be shown.
 * @param payment the latest one
 */
export const userAfter = (payment: LatestPayment | null | undefined) =>
  queryOptions({
    queryKey: ["payments", "userAfter", payment?._id],
    queryFn: async () => {
      await refreshSession();
      return true;
    },
    enabled: payment?.status === "paid",
    gcTime: 0,
    meta: { private: true },
  });

export function useCancelPayment() {
  return useMutation({ mutationFn: ({ _id }: LatestPayment) => api(cancelPayment, { params: { id: _id } }) });
}

export const useRefund = () =>
  useInvalidatingMutation(({ _id: id }: Payment) => api(refundPayment, { params: { id } }), ["payments"], ["users"]);
