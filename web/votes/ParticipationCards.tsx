import { comment } from "@survey-app/contract/ballots/rights.ts";
import { hasEnded, PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { type Participation, UNPUBLISHED_TITLE } from "@survey-app/contract/votes/votes.ts";
import * as commentTexts from "@survey-app/texts/commentTexts.ts";
import * as participationTexts from "@survey-app/texts/participationTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { serverNow } from "../api/api.ts";
import { PagedList } from "../api/PagedList.tsx";
import { useSellsPro } from "../api/settings.ts";
import { pictureInList } from "../images/pictureInList.ts";
import { may } from "../session/may.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Picture } from "../ui/Picture.tsx";
import { Quote } from "../ui/Quote.tsx";
import { Tally } from "../ui/Tally.tsx";
import { UserText } from "../ui/UserText.tsx";
import { participations } from "./participations.queries.ts";
import { ViewLink } from "./ViewLink.tsx";
import { YouVoted } from "./YouVoted.tsx";

const kinds = {
  reported: {
    textOf: ({ inapp }: Participation) => inapp,
    texts: participationTexts.reported,
  },
  commented: {
    textOf: ({ comments }: Participation) => comments,
    texts: participationTexts.commented,
  },
} as const;

/** The surveys that the current user reported or commented on, as cards with the text (specification §2.1). */
export function ParticipationCards({ part }: { part: keyof typeof kinds }) {
  const user = useSignedInUser();
  const sellsPro = useSellsPro();
  const query = useInfiniteQuery(participations(part, user.email));
  const { textOf, texts } = kinds[part];
  return (
    <PagedList
      query={query}
      empty={
        <EmptyState
          title={texts.none}
          text={texts.noneText}
          action={
            part === "commented" && sellsPro && !may(comment, user) ? (
              <LinkButton href="/membarShip">{commentTexts.membership}</LinkButton>
            ) : (
              <LinkButton href="/surveysPages">{participationTexts.allSurveys}</LinkButton>
            )
          }
        />
      }
    >
      {(rows) => (
        <ul className="grid gap-6 md:grid-cols-2">
          {rows.map((row) => (
            <li key={row._id} className="min-w-0">
              <article className="flex h-full flex-col overflow-hidden rounded-2xl border border-line bg-surface">
                <Picture {...pictureInList(row)} sizes="(min-width: 48rem) 40vw, 92vw" className="h-48 w-full" />
                <div className="flex flex-1 flex-col gap-4 p-5">
                  {row.Title === UNPUBLISHED_TITLE ? (
                    <h2 className="text-lg">{participationTexts.unpublished}</h2>
                  ) : (
                    <UserText of={row} as="h2" className="text-lg" />
                  )}
                  <Quote title={participationTexts.withDate(texts.written, row.votingDate)}>{textOf(row)}</Quote>
                  <div className="mt-auto space-y-4">
                    {part === "reported" && (
                      <p className="text-sm font-medium">{participationTexts.outcomes[row.reportOutcome ?? "open"]}</p>
                    )}
                    {row.status === PUBLISHED && (
                      <Tally totals={row} size="small" isOver={hasEnded(row, serverNow())} />
                    )}
                    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
                      <span className="inline-flex items-center gap-1.5 text-sm text-muted">
                        {row.voted ? <YouVoted vote={row.vote} /> : participationTexts.didNotVote}
                      </span>
                      <ViewLink participation={row} />
                    </div>
                  </div>
                </div>
              </article>
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
