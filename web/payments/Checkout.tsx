import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiRequestError } from "../api/api.ts";
import { invalidate } from "../api/queryClient.ts";
import { useSettings } from "../api/settings.ts";
import { ContactLink } from "../legal/ContactLink.tsx";
import { refreshSession } from "../session/session.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { Day } from "../ui/Day.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { MemberLinks } from "./MemberLinks.tsx";
import { useMembership } from "./membership.ts";
import { Panel } from "./Panel.tsx";
import { PaymentDone } from "./PaymentDone.tsx";
import { PaymentProcessing } from "./PaymentProcessing.tsx";
import { PaymentSummary } from "./PaymentSummary.tsx";
import { latestPayment, userAfter } from "./payments.queries.ts";
import { SandboxCardForm } from "./SandboxCardForm.tsx";
import { StripeCardForm } from "./StripeCardForm.tsx";
import { UnfinishedPayment } from "./UnfinishedPayment.tsx";
import { usePay } from "./usePay.ts";

type Stage = { at: "card" } | { at: "settling" | "paid"; transactionId: string };

/** Buys a year of PRO: card form, processing, confirmation; or a note for users who need not pay now. */
export function Checkout() {
  const { email } = useSignedInUser();
  const { until, isOpen } = useMembership();
  const { payments } = useSettings();
  const client = useQueryClient();
  const [stage, setStage] = useState<Stage>({ at: "card" });
  /** The user is paying the unfinished payment right now, so it is not offered again. */
  const [isContinuing, setContinuing] = useState(false);
  const latest = useQuery({ ...latestPayment(email), enabled: isOpen && !isContinuing && payments.by !== "none" });
  /** An unfinished payment stays on the screen until its result was handled. */
  const [isBegun, setBegun] = useState(false);
  if (!isContinuing && !isBegun && latest.data?.status === "pending") setBegun(true);
  const refreshed = useQuery(userAfter(isOpen && !isContinuing && !isBegun ? latest.data : null));

  function leaveUnfinishedPayment() {
    setBegun(false);
    setContinuing(true);
  }

  function finish(transactionId: string) {
    setStage({ at: "paid", transactionId });
    // The heading that gets the focus says the same.
    toast(paymentTexts.becamePro, "done", { isSilent: true });
    void refreshSession();
    void invalidate(client, ["payments"]);
  }

  const { pay, report, isPaying, problem, setProblem } = usePay({
    onPaid: finish,
    onProcessing: (transactionId) => setStage({ at: "settling", transactionId }),
    onRejected: ({ problem: { code } }) => {
      if (code === "alreadyMember") void refreshSession();
      // It was started in another tab, for example: show it instead.
      if (code === "paymentUnderWay") setContinuing(false);
    },
  });

  function giveUp() {
    setStage({ at: "card" });
    leaveUnfinishedPayment();
    setProblem(paymentTexts.failed);
  }

  async function refreshPayment(transactionId: string) {
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
      <PaymentProcessing
        transactionId={transactionId}
        onPaid={() => finish(transactionId)}
        onFailed={giveUp}
        onAskAgain={() => void refreshPayment(transactionId)}
      />
    );
  }
  if (!isOpen) return <AlreadyMember until={until} />;
  const payment = {
    isPaying,
    problem,
    pay: (confirm: Parameters<typeof pay>[0]) => {
      setContinuing(true);
      return pay(confirm);
    },
  };
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2 lg:gap-10">
      <PaymentSummary />
      <section
        aria-label={paymentTexts.yourCard}
        className="space-y-5 rounded-2xl border border-line bg-surface p-6 sm:p-8"
      >
        {payments.by === "none" ? (
          <p role="status">
            {paymentTexts.cardsOff} <ContactLink />
          </p>
        ) : latest.isLoading || refreshed.isLoading ? (
          <Skeleton className="h-72 w-full" />
        ) : isBegun && latest.data ? (
          <UnfinishedPayment
            payment={latest.data}
            onPaid={finish}
            onFailed={giveUp}
            onContinue={leaveUnfinishedPayment}
            onCanceled={() => {
              leaveUnfinishedPayment();
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
        {paymentTexts.backToPlans}
      </LinkButton>
    </div>
  );
}

/** Replaces the card form for users who need not pay. */
function AlreadyMember({ until }: { until: string | null }) {
  return (
    <Panel icon="check" title={paymentTexts.alreadyMember}>
      {until !== null && (
        <p>
          {paymentTexts.membershipRuns(
            <strong className="font-semibold">
              <Day at={until} />
            </strong>,
          )}
        </p>
      )}
      <MemberLinks />
    </Panel>
  );
}
