import { formatDollars } from "@survey-app/contract/text/formatDollars.ts";
import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import { type ReactNode, useEffect } from "react";
import { navigate } from "wouter/use-browser-location";
import { useSellsPro } from "../api/settings.ts";
import { useSearchParams } from "../routing/address.ts";
import { loginAddress } from "../session/returnTo.ts";
import { useSession } from "../session/useSession.ts";
import { classes } from "../ui/classes.ts";
import { Day } from "../ui/Day.tsx";
import { Icon } from "../ui/Icon.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { toast } from "../ui/toast.ts";
import { useMembership } from "./membership.ts";
import { yearlyPrice } from "./price.ts";

/** The choice of Free is a URL, so that it survives signing in. */
const CHOOSE_FREE = "/membarShip?plan=free";

/** Free and PRO, side by side (specification §2.1). */
export function MembershipPlans() {
  const session = useSession();
  const isMember = session.phase === "signedIn" && session.user.isMember;
  const { until, isOpen } = useMembership();
  const sellsPro = useSellsPro();
  useFreeChosen();
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
      <PlanCard
        name={paymentTexts.free}
        price={formatDollars(0)}
        text={paymentTexts.freeText}
        gives={paymentTexts.freeGives}
        isOwn={session.phase === "signedIn" && !isMember}
        action={
          <LinkButton look="quiet" href={CHOOSE_FREE} className="w-full">
            {isMember ? paymentTexts.toYourSurveys : paymentTexts.chooseFree}
          </LinkButton>
        }
      />
      {(sellsPro || isMember) && (
        <PlanCard
          name={paymentTexts.pro}
          price={yearlyPrice}
          text={paymentTexts.proText}
          gives={paymentTexts.proGives}
          isOwn={isMember}
          action={
            isMember ? (
              <div className="space-y-3">
                <p role="status">
                  {until === null ? paymentTexts.youAreMember : paymentTexts.youAreMemberUntil(<Day at={until} />)}
                </p>
                {isOpen && <ToPayment label={paymentTexts.renew} />}
                <LinkButton look="quiet" href="/dashboard/user/pro/paymentHistory" className="w-full">
                  {paymentTexts.yourPayments}
                </LinkButton>
              </div>
            ) : (
              <ToPayment label={paymentTexts.choosePro} />
            )
          }
        />
      )}
    </div>
  );
}

/** The way to the card form, where there is one. */
function ToPayment({ label }: { label: string }) {
  if (!useSellsPro()) return <p className="text-muted">{paymentTexts.cardsOff}</p>;
  return (
    <LinkButton href="/payment" className="w-full">
      {label}
    </LinkButton>
  );
}

/** Thanks users who chose Free and leads to the dashboard; visitors sign in first. */
function useFreeChosen(): void {
  const { phase } = useSession();
  const isChosen = useSearchParams().get("plan") === "free";
  useEffect(() => {
    if (!isChosen || phase === "loading") return;
    if (phase === "visitor") {
      navigate(loginAddress(CHOOSE_FREE), { replace: true, state: { wasSentHere: true } });
    } else {
      toast(paymentTexts.staysFree);
      navigate("/dashboard/user/surveys", { replace: true });
    }
  }, [isChosen, phase]);
}

interface PlanCardProps {
  name: string;
  price: string;
  text: string;
  gives: readonly string[];
  /** This is the user's current plan. */
  isOwn: boolean;
  /** The link or button that selects the plan. */
  action: ReactNode;
}

/** One plan: its price and what it includes. */
function PlanCard({ name, price, text, gives, isOwn, action }: PlanCardProps) {
  return (
    <section
      aria-label={name}
      className={classes(
        "flex flex-col gap-6 rounded-2xl border bg-surface p-6 sm:p-8",
        isOwn ? "border-accent ring-1 ring-accent" : "border-line",
      )}
    >
      <div className="space-y-2">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-xl">{name}</h2>
          {isOwn && (
            <span className="inline-flex items-center gap-1.5 rounded-lg bg-accent-soft px-2.5 py-1 text-sm font-medium text-accent">
              <Icon name="check" size={16} /> {paymentTexts.yours}
            </span>
          )}
        </div>
        <p className="text-2xl font-bold tabular-nums">{price}</p>
        <p className="text-muted">{text}</p>
      </div>
      <ul className="space-y-3 border-t border-line pt-6">
        {gives.map((each) => (
          <li key={each} className="flex gap-3">
            <span className="mt-0.5 text-yes">
              <Icon name="check" />
            </span>
            <span className="min-w-0 wrap-anywhere">{each}</span>
          </li>
        ))}
      </ul>
      <div className="mt-auto">{action}</div>
    </section>
  );
}
