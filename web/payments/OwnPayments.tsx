import { useInfiniteQuery } from "@tanstack/react-query";
import { listWords } from "../listWords.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { PagedList } from "../ui/PagedList.tsx";
import { PaymentsTable } from "./PaymentsTable.tsx";
import { ownPayments } from "./payments.queries.ts";

/** What the person signed in paid. */
export function OwnPayments() {
  const { email } = useSignedInUser();
  const query = useInfiniteQuery(ownPayments(email));
  return (
    <PagedList
      query={query}
      words={listWords}
      empty={
        <EmptyState
          title="You have paid for nothing yet"
          text="A membership lets you comment with your votes. Its payments stand here, with their transaction ids."
          action={<LinkButton href="/membarShip">See the memberships</LinkButton>}
        />
      }
    >
      {(payments) => <PaymentsTable payments={payments} />}
    </PagedList>
  );
}
