import { mayAsk } from "@survey-app/contract/ballots/rights.ts";
import type { PageSettings } from "@survey-app/contract/pageSettings.ts";
import { LINK_CLAIM } from "@survey-app/contract/results/resultText.ts";
import { type FullSurvey, hasEnded } from "@survey-app/contract/surveys/surveys.ts";
import type { Translated } from "@survey-app/contract/surveys/translations.ts";
import { dayMonthYear, endOf } from "@survey-app/contract/text/time.ts";
import { linkVoteFormPath } from "@survey-app/contract/votes/linkVotes.ts";
import * as embedTexts from "@survey-app/texts/embedTexts.ts";
import * as errorTexts from "@survey-app/texts/errorTexts.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import { directionOf } from "@survey-app/texts/languages.ts";
import * as linkVotingTexts from "@survey-app/texts/linkVotingTexts.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";
import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import * as shortAddressTexts from "@survey-app/texts/shortAddressTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import type { ReactNode } from "react";
import { Brand } from "../layout/Brand.tsx";
import { ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { PageTitle } from "../routing/PageTitle.tsx";
import { EmbedTally } from "../sharing/EmbedTally.tsx";
import { embedView } from "../sharing/embedView.ts";
import { OriginalLink } from "../surveys/OriginalLink.tsx";
import { SurveyMeta } from "../surveys/SurveyMeta.tsx";
import { UnreviewedNote } from "../surveys/UnreviewedNote.tsx";
import { classes } from "../ui/classes.ts";
import { UserText } from "../ui/UserText.tsx";
import { QUESTION_ID } from "../votes/questionId.ts";
import { DETAILS } from "./detailsAddress.ts";
import { FoldedDescription } from "./FoldedDescription.tsx";
import { LinkReceipt, LinkVoted } from "./LinkVoted.tsx";
import { LinkVoteForm } from "./LinkVoteForm.tsx";
import { AT } from "./laterTexts.ts";

/** The server doesn't know the reader's zone; the script replaces dates by those of that zone. */
const ZONE = "UTC";
const link = "inline-flex items-center py-2 font-medium underline underline-offset-4";

/** Whether people who have just signed up may ask something. */
const maySomeAsk = (policies: PageSettings): boolean =>
  mayAsk("unlisted", "user", policies) || mayAsk("request", "user", policies);

interface LinkVotePageProps {
  /** As a visitor sees it. */
  survey: Translated<FullSurvey>;
  /** The parameters of the page's address. */
  search: URLSearchParams;
  settings: PageSettings;
  /** The elements of the document's head. */
  head: ReactNode;
  script: string;
  /** The notice of a public demo. */
  notice: ReactNode;
  /** The server's clock, in ms. */
  now: number;
}

/**
 * The whole document with which people vote by open link, mostly on a phone that has never been here: without the app,
 * in a few kB. It works without its script, which shows the result live, sends the vote without leaving the page, and
 * follows the room.
 */
export function LinkVotePage({ survey, search, settings, head, script, notice, now }: LinkVotePageProps) {
  const { _id, Title, results, changeable, label } = survey;
  const isOver = hasEnded(survey, now);
  return (
    <html lang={LANGUAGE} dir={directionOf(LANGUAGE)} suppressHydrationWarning>
      <head>
        {head}
        <PageTitle page={Title} />
        <SurveyMeta survey={survey} />
      </head>
      <body
        className="frame-form space-y-5 py-4"
        data-survey={_id}
        data-question={label.questionHash}
        data-results={results}
        data-changeable={changeable || undefined}
        data-over={isOver || undefined}
        data-api={settings.apiBase}
      >
        {notice}
        <main className="space-y-5">
          <RoomLinks />
          <header className="space-y-3">
            <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-muted">
              <a href="/" className="min-w-0 text-ink">
                <Brand />
              </a>
              <When survey={survey} />
            </p>
            <UserText of={survey} as="h1" id={QUESTION_ID} tabIndex={-1} className="text-2xl" />
            <OriginalLink survey={survey} search={search} />
            <UnreviewedNote survey={survey} />
            <FoldedDescription text={survey.Description} language={survey.language} />
          </header>
          <section
            aria-label={surveyTexts.resultAndVote}
            className="space-y-5 rounded-2xl border border-line bg-surface p-5"
          >
            <h2 className="sr-only">{surveyTexts.resultAndVote}</h2>
            {!isOver && <LinkVoteForm survey={survey} action={settings.apiBase + linkVoteFormPath(_id)} zone={ZONE} />}
            <LinkVoted survey={survey} />
            <p hidden data-part="forgotten" data-text={errorTexts.voteForgotten} />
            <p hidden data-part="ended" data-text={voteTexts.noMoreVotes} className="text-muted" />
            <EmbedTally view={embedView(survey, isOver, ZONE)} />
            <p className="text-sm">{LINK_CLAIM}</p>
            {!isOver && <LiveButton />}
            <LinkReceipt survey={survey} />
          </section>
        </main>
        <footer className="flex flex-wrap justify-between gap-x-4 text-sm">
          <a href={`/surveydetails/${_id}?${DETAILS}=1`} className={link}>
            {linkVotingTexts.details}
          </a>
          {/* For owners and admins; the script writes and shows it. */}
          <a hidden data-part="manage" href={ownSurveyAddress(_id)} className={link}>
            <span data-text={ownSurveyTexts.manage} />
          </a>
          {maySomeAsk(settings) && (
            <a href="/ask" className={link}>
              {linkVotingTexts.askOwn}
            </a>
          )}
          <a href={`/surveys/${_id}/present`} className={classes(link, "max-lg:hidden")}>
            {shortAddressTexts.showHere}
          </a>
          <a href="/privacy" className={link}>
            {frameTexts.privacy}
          </a>
        </footer>
        <script type="module" src={script} />
      </body>
    </html>
  );
}

/** Pauses the live result. Its room is kept free before the script shows it, so that nothing moves. */
function LiveButton() {
  return (
    <button type="button" data-part="live" className="invisible flex min-h-9 items-center gap-2 text-sm font-semibold">
      <span aria-hidden="true" data-part="liveDot" className="size-2.5 rounded-full border-2 border-line-strong" />
      <span>
        <span data-part="liveWord" /> <span data-part="liveAction" className="font-normal text-muted" />
      </span>
    </button>
  );
}

/** Links to the room's next question and to the previous one. The script writes and shows them. */
function RoomLinks() {
  return (
    <>
      <p hidden data-part="moved" className="flex flex-wrap items-center justify-between gap-3">
        <span data-text={roomTexts.hasMoved} />
        <a data-part="next" href="/" className={link}>
          <span data-text={roomTexts.next} />
        </a>
      </p>
      <a hidden data-part="previous" href="/" className={link}>
        <span data-text={roomTexts.previous} />
      </a>
    </>
  );
}

/** When voting ends. The script counts the last hour down (`closing.ts`). */
function When({ survey }: { survey: FullSurvey }) {
  const at = endOf(survey);
  if (at === null) return null;
  const day = <time dateTime={at}>{dayMonthYear(at, ZONE)}</time>;
  return (
    <>
      <span data-part="when">{survey.closedAt === null ? embedTexts.until(day) : embedTexts.ended(day)}</span>
      {survey.closedAt === null && (
        <span hidden data-part="left" data-words={meetingRoomTexts.timeLeft(AT)} className="tabular-nums" />
      )}
    </>
  );
}
