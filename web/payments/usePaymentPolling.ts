import type { LatestPayment } from "@survey-app/contract/payments/payments.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSignedInUser } from "../session/useSession.ts";
import { latestPayment } from "./payments.queries.ts";

const EVERY_MS = 2000;
/** The longest that a user is kept waiting, in ms. */
const PATIENCE_MS = 60_000;

/** The latest payment that the user started, polled every two seconds for a minute. */
export function usePaymentPolling(): {
  payment: LatestPayment | null | undefined;
  /** The minute has passed. */
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
  const { data, refetch } = useQuery({
    ...latestPayment(email),
    refetchInterval: isSlow ? false : EVERY_MS,
    refetchOnMount: "always",
  });
  return {
    payment: data,
    isSlow,
    lookAgain() {
      setRound(round + 1);
      void refetch();
    },
  };
}
