import { formatDollars } from "@survey-app/contract/text/formatDollars.ts";
import * as dashboardTexts from "@survey-app/texts/dashboardTexts.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { QueryError } from "../api/QueryError.tsx";
import { useSellsPro } from "../api/settings.ts";
import { REPORTED_SHOWN, reportedSurveys } from "../managing/managed.queries.ts";
import { paymentsSum } from "../payments/payments.queries.ts";
import { ownNotices } from "../session/notices.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { NumberLinks } from "../ui/NumberLinks.tsx";
import { filteredUsers } from "./users.queries.ts";

const words = dashboardTexts.admin;

/** For admins: what needs a decision, and how large the service is. */
export function AdminNumbers() {
  const reported = useQuery(reportedSurveys(REPORTED_SHOWN));
  const waiting = useQuery(ownNotices(useSignedInUser()._id));
  const users = useInfiniteQuery(filteredUsers({ role: "", q: "" }));
  const payments = useQuery(paymentsSum());
  const sellsPro = useSellsPro();
  const failed = [reported, waiting, users, payments].find(({ isError, data }) => isError && !data);
  if (failed) return <QueryError query={failed} />;
  const toReview = { reported: reported.data?.total ?? 0, waiting: waiting.data?.awaitingReview ?? 0 };
  return (
    <NumberLinks
      name={dashboardTexts.numbers}
      links={[
        {
          href: "/dashboard/admin/surveys",
          label: words.reported,
          value: reported.data && formatCount(toReview.reported),
          needsAction: toReview.reported > 0,
        },
        {
          href: "/dashboard/admin/surveys?status=1",
          label: words.waiting,
          value: waiting.data && formatCount(toReview.waiting),
          needsAction: toReview.waiting > 0,
        },
        {
          href: "/dashboard/admin/users",
          label: words.users,
          value: users.data && formatCount(users.data.pages[0]?.total ?? 0),
        },
        // Where nothing is sold, only what was collected before.
        ...(sellsPro || payments.data?.paid
          ? [
              {
                href: "/dashboard/user/paymentHistory",
                label: words.collected,
                value: payments.data && formatDollars(payments.data.dollars),
              },
            ]
          : []),
      ]}
    />
  );
}
