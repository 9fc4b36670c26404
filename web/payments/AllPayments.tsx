import { useInfiniteQuery } from "@tanstack/react-query";
import { listWords } from "../listWords.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { PagedList } from "../ui/PagedList.tsx";
import { PaymentsTable } from "./PaymentsTable.tsx";
import { allPayments } from "./payments.queries.ts";

/** For admins: what everybody paid. */
export function AllPayments() {
  const query = useInfiniteQuery(allPayments());
  return (
    <PagedList
      query={query}
      words={listWords}
      empty={
        <EmptyState
          title="No payments yet"
          text="As soon as somebody buys a membership, it stands here with its transaction id."
          action={<LinkButton href="/dashboard/admin/users?role=pro-user">See who is a pro-user</LinkButton>}
        />
      }
    >
      {(payments) => <PaymentsTable payments={payments} />}
    </PagedList>
  );
}
