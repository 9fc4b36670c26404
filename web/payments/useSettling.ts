import type { PaymentStatus } from "@survey-app/contract/payments.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSignedInUser } from "../session/useSession.ts";
import { ownPayments } from "./payments.queries.ts";

const EVERY_MS = 2000;
/** So long somebody may sit and wait. */
const PATIENCE_MS = 60_000;

/** How a payment of one's own stands, looked at every other second for a minute. */
export function useSettling(transactionId: string): {
  status: PaymentStatus | undefined;
  /** The minute is over. */
  isSlow: boolean;
  lookAgain: () => void;
} {
  const { email } = useSignedInUser();
  const [round, setRound] = useState(1);
  const [slowRound, setSlowRound] = useState(0);
  const isSlow = slowRound === round;
  useEffect(() => {
    const timer = setTimeout(() => setSlowRound(round), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [round]);
  const { data, refetch } = useInfiniteQuery({
    ...ownPayments(email),
    refetchInterval: isSlow ? false : EVERY_MS,
    refetchOnMount: "always",
  });
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return {
    status: rows.find((payment) => payment.transactionId === transactionId)?.status,
    isSlow,
    lookAgain() {
      setRound(round + 1);
      void refetch();
    },
  };
}
