import * as dashboardTexts from "@survey-app/texts/dashboardTexts.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { QueryError } from "../api/QueryError.tsx";
import { myNumbers } from "../managing/managed.queries.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { NumberLinks } from "../ui/NumberLinks.tsx";
import { participations } from "../votes/participations.queries.ts";

const words = dashboardTexts.voter;

/** For all voters: their votes, and the running surveys that they can vote on. */
export function VoterNumbers() {
  const { _id, email } = useSignedInUser();
  const votes = useInfiniteQuery(participations("participated", email));
  const numbers = useQuery(myNumbers(_id));
  const failed = [votes, numbers].find(({ isError, data }) => isError && !data);
  if (failed) return <QueryError query={failed} />;
  const cast = votes.data?.pages[0]?.total;
  const open = numbers.data?.open;
  return (
    <NumberLinks
      name={dashboardTexts.numbers}
      links={[
        {
          href: "/dashboard/user/surveys",
          label: words.cast,
          value: cast === undefined ? undefined : formatCount(cast ?? 0),
        },
        {
          href: "/surveysPages?by=deadline&sort=asc",
          label: words.open,
          value: open && (open.hasMore ? uiTexts.atLeast(open.count) : formatCount(open.count)),
        },
      ]}
    />
  );
}
