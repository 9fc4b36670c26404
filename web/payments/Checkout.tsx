import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiRequestError } from "../api/api.ts";
import { refreshSession } from "../session/session.ts";
import { useSettings } from "../session/settings.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { texts } from "../texts/texts.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { AlreadyMember } from "./AlreadyMember.tsx";
import { BegunPayment } from "./BegunPayment.tsx";
import { useMembership } from "./membership.ts";
import { PaymentDone } from "./PaymentDone.tsx";
import { PaymentSettling } from "./PaymentSettling.tsx";
import { PaymentSummary } from "./PaymentSummary.tsx";
import { latestPayment } from "./payments.queries.ts";
import { SandboxCardForm } from "./SandboxCardForm.tsx";
import { StripeCardForm } from "./StripeCardForm.tsx";
import { usePay } from "./usePay.ts";

type Stage = { at: "card" } | { at: "settling" | "paid"; transactionId: string };

/** The way to a year of PRO: the card, the wait, the thanks; and what is said to whoever need not pay now. */
export function Checkout() {
  const { email } = useSignedInUser();
  const { until, isOpen } = useMembership();
  const { payments } = useSettings();
  const client = useQueryClient();
  const [stage, setStage] = useState<Stage>({ at: "card" });
  /** Whoever goes on to pay is not sent back to what was begun: that is what they pay. */
  const [goesOn, setGoesOn] = useState(false);
  const latest = useQuery({ ...latestPayment(email), enabled: isOpen && !goesOn && payments.by !== "nobody" });
  /** An unfinished payment stays on the screen until its outcome was handled. */
  const [isBegun, setBegun] = useState(false);
  if (!goesOn && !isBegun && latest.data?.status === "pending") setBegun(true);

  function leaveBegun() {
    setBegun(false);
    setGoesOn(true);
  }

  function finish(transactionId: string) {
    setStage({ at: "paid", transactionId });
    toast(texts.becamePro);
    void refreshSession();
    void client.invalidateQueries({ queryKey: ["payments"] });
  }

  const { pay, report, isPaying, problem, setProblem } = usePay({
    onPaid: finish,
    onSettling: (transactionId) => setStage({ at: "settling", transactionId }),
    onRefused: ({ problem: { code } }) => {
      if (code === "alreadyMember") void refreshSession();
      // Begun in another tab, say: it is looked after instead.
      if (code === "paymentUnderWay") setGoesOn(false);
    },
  });

  function giveUp() {
    setStage({ at: "card" });
    leaveBegun();
    setProblem(texts.paymentFailed);
  }

  async function askAgain(transactionId: string) {
    try {
      await report(transactionId);
    } catch (error) {
      if (error instanceof ApiRequestError && error.problem.code === "notPaid") giveUp();
    }
  }

  if (stage.at === "paid") return <PaymentDone transactionId={stage.transactionId} />;
  if (stage.at === "settling") {
    const { transactionId } = stage;
    return (
      <PaymentSettling
        transactionId={transactionId}
        onPaid={() => finish(transactionId)}
        onFailed={giveUp}
        onAskAgain={() => void askAgain(transactionId)}
      />
    );
  }
  if (!isOpen) return <AlreadyMember until={until} />;
  const payment = {
    isPaying,
    problem,
    pay: (confirm: Parameters<typeof pay>[0]) => {
      setGoesOn(true);
      return pay(confirm);
    },
  };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2 lg:gap-10">
      <PaymentSummary />
      <section aria-label="Your card" className="space-y-5 rounded-2xl border border-line bg-surface p-6 sm:p-8">
        {payments.by === "nobody" ? (
          <p role="status">{texts.cardsOff}</p>
        ) : latest.isLoading ? (
          <Skeleton className="h-72 w-full" />
        ) : isBegun && latest.data ? (
          <BegunPayment
            payment={latest.data}
            onPaid={finish}
            onFailed={giveUp}
            onContinue={leaveBegun}
            onCanceled={() => {
              leaveBegun();
              client.setQueryData(latestPayment(email).queryKey, null);
            }}
          />
        ) : payments.by === "sandbox" ? (
          <SandboxCardForm {...payment} />
        ) : (
          <StripeCardForm {...payment} publishableKey={payments.publishableKey} />
        )}
      </section>
      <LinkButton look="quiet" small href="/membarShip" className="justify-self-start">
        Back to the memberships
      </LinkButton>
    </div>
  );
}
