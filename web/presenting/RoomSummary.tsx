import { show } from "@survey-app/contract/ballots/rights.ts";
import { describeResult } from "@survey-app/contract/results/resultText.ts";
import { getRoomCsv } from "@survey-app/contract/sharing/rooms.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { address } from "../api/api.ts";
import { QueryError } from "../api/QueryError.tsx";
import { ShowResultButton } from "../managing/ShowResultButton.tsx";
import { PaperHeader } from "../results/PaperHeader.tsx";
import { may } from "../session/may.ts";
import { useOwner } from "../session/useSession.ts";
import { oneSurvey } from "../surveys/surveys.queries.ts";
import { csvQuery } from "../ui/csvSeparator.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Tally } from "../ui/Tally.tsx";
import { UserText } from "../ui/UserText.tsx";
import { roomOf } from "./rooms.queries.ts";

/** The summary of a room: all its questions with their results. @param id of any survey of the room */
export function RoomSummary({ id }: { id: string }) {
  const query = useQuery(roomOf(id));
  const user = useOwner();
  if (query.isError && !query.data) return <QueryError query={query} />;
  return (
    <article className="page frame-read space-y-8">
      {/* On paper there is no bar. */}
      <div className="hidden print:block">
        <PaperHeader className="gap-2" heights={{ logo: "h-5", mark: "h-3" }} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1} className="text-3xl outline-none">
          {roomTexts.summaryTitle}
        </h1>
        <LinkButton look="quiet" small href={address(getRoomCsv, { params: { survey: id }, query: csvQuery })} download>
          {roomTexts.download}
        </LinkButton>
      </div>
      {query.data ? (
        <ol className="divide-y divide-line border-y border-line">
          {query.data.questions.map(({ surveyId, Title, language, ...totals }) => (
            <li key={surveyId} className="space-y-3 py-6">
              <h2 className="text-xl">
                <a href={`/surveydetails/${surveyId}`} className="underline-offset-4 hover:underline">
                  <UserText of={{ Title, language }} />
                </a>
              </h2>
              {totals.resultsOpen === "whenShown" ? (
                <>
                  <p className="text-muted">{describeResult(totals)}</p>
                  <Tally totals={{ ...totals, electorate: "link" }} size="small" />
                  {user && <ShowInRoom id={surveyId} reader={user._id} />}
                </>
              ) : (
                <Tally totals={{ ...totals, electorate: "link" }} isOver={totals.closedAt !== null} />
              )}
            </li>
          ))}
        </ol>
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </article>
  );
}

/** For the owner: shows the result of a question that was passed over. Only the survey says whose it is. */
function ShowInRoom({ id, reader }: { id: string; reader: string }) {
  const { data: survey } = useQuery(oneSurvey(id, reader));
  const user = useOwner();
  if (!survey || !may(show, user, survey)) return null;
  return <ShowResultButton survey={survey} label={roomTexts.show} look="quiet" small />;
}
