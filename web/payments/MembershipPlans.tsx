import { useEffect } from "react";
import { navigate } from "wouter/use-browser-location";
import { useSearchParams } from "../routing/address.ts";
import { loginAddress } from "../session/returnTo.ts";
import { useSession } from "../session/useSession.ts";
import * as paymentTexts from "../texts/paymentTexts.ts";
import { Day } from "../ui/Day.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { toast } from "../ui/toast.ts";
import { useMembership } from "./membership.ts";
import { PlanCard } from "./PlanCard.tsx";
import { yearlyPrice } from "./price.ts";

/** The choice of Free is a URL, so that it survives signing in. */
const CHOOSE_FREE = "/membarShip?plan=free";

/** Free and PRO, side by side (spec §2). */
export function MembershipPlans() {
  const session = useSession();
  const isMember = session.phase === "signedIn" && session.user.isMember;
  const { until, isOpen } = useMembership();
  useFreeChosen();
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <PlanCard
        name={paymentTexts.free}
        price={paymentTexts.freePrice}
        text={paymentTexts.freeText}
        gives={paymentTexts.freeGives}
        isOwn={session.phase === "signedIn" && !isMember}
        action={
          <LinkButton look="quiet" href={CHOOSE_FREE} className="w-full">
            {isMember ? paymentTexts.toYourSurveys : paymentTexts.chooseFree}
          </LinkButton>
        }
      />
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
              {isOpen && (
                <LinkButton href="/payment" className="w-full">
                  {paymentTexts.renew}
                </LinkButton>
              )}
              <LinkButton look="quiet" href="/dashboard/user/pro/paymentHistory" className="w-full">
                {paymentTexts.yourPayments}
              </LinkButton>
            </div>
          ) : (
            <LinkButton href="/payment" className="w-full">
              {paymentTexts.choosePro}
            </LinkButton>
          )
        }
      />
    </div>
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
