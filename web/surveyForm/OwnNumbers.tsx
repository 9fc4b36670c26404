import * as dashboardTexts from "@survey-app/texts/dashboardTexts.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import { useQuery } from "@tanstack/react-query";
import { QueryError } from "../api/QueryError.tsx";
import { myNumbers } from "../managing/managed.queries.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { NumberLinks } from "../ui/NumberLinks.tsx";

const words = dashboardTexts.surveyor;
const surveys = "/dashboard/surveyor/surveys";

/** For surveyors: the voters on their running surveys, and the number of surveys in each state. */
export function OwnNumbers() {
  const query = useQuery(myNumbers(useSignedInUser()._id));
  const { data } = query;
  if (query.isError && !data) return <QueryError query={query} />;
  const shown = (of: "votes" | "running" | "waiting" | "ended" | "sentBack") => data && formatCount(data[of]);
  // A space keeps the line free until the number is there.
  const today = data ? words.today(formatCount(data.votesToday)) : "\u00a0";
  const sentBack = {
    href: "/dashboard/surveyor/feedbacks",
    label: words.sentBack,
    value: shown("sentBack"),
    needsAction: data !== undefined && data.sentBack > 0,
  };
  return (
    <NumberLinks
      name={dashboardTexts.numbers}
      links={[
        { href: surveys, label: words.voters, value: shown("votes"), detail: today },
        { href: surveys, label: words.running, value: shown("running") },
        // Also without any: a link that came with the numbers would move the others.
        sentBack,
        { href: "/dashboard/surveyor/allupdate", label: words.waiting, value: shown("waiting") },
        { href: surveys, label: words.ended, value: shown("ended") },
      ]}
    />
  );
}
