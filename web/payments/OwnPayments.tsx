import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSellsPro } from "../api/settings.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { PaymentsTable } from "./PaymentsTable.tsx";
import { ownPayments } from "./payments.queries.ts";

/** The current user's payments. */
export function OwnPayments() {
  const { email } = useSignedInUser();
  const sellsPro = useSellsPro();
  const query = useInfiniteQuery(ownPayments(email));
  return (
    <PaymentsTable
      query={query}
      empty={
        <EmptyState
          title={paymentTexts.noPayments}
          text={sellsPro ? paymentTexts.noOwnPaymentsText : paymentTexts.notSold}
          action={sellsPro && <LinkButton href="/membarShip">{paymentTexts.seePro}</LinkButton>}
        />
      }
    />
  );
}
