import { categoryNames } from "@survey-app/contract/surveys/categoryNames.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { endOf } from "@survey-app/contract/text/time.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { PagedList } from "../api/PagedList.tsx";
import { pictureInList } from "../images/pictureInList.ts";
import { useTotalsOf } from "../live/totals.ts";
import { ownSurveys } from "../managing/managed.queries.ts";
import { ResponsesLink } from "../results/ResponsesLink.tsx";
import { ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { useAsksUnlisted } from "../session/useAsksUnlisted.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { ShareButton } from "../sharing/ShareButton.tsx";
import { SurveyState } from "../surveys/SurveyState.tsx";
import { SurveyTitle } from "../surveys/SurveyTitle.tsx";
import { useHasEnded, useIsQuestionFrozen } from "../surveys/serverTime.ts";
import { Day } from "../ui/Day.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Picture } from "../ui/Picture.tsx";
import { type Column, Table } from "../ui/Table.tsx";
import { Tally } from "../ui/Tally.tsx";
import { countColumns } from "../votes/countColumns.ts";

const title: Column<Survey> = {
  title: surveyTexts.columns.title,
  inLine: "start",
  sortBy: (survey) => survey.Title,
  cell: (survey) => <SurveyTitle survey={survey} />,
};
const titleWithState: Column<Survey> = {
  ...title,
  cell: (survey) => (
    // Below the title the state may wrap: in its own column it would be too narrow.
    <span className="flex items-start gap-3">
      {/* It doesn't fit beside six columns on a tablet. */}
      <Picture {...pictureInList(survey)} sizes="3rem" className="size-11 shrink-0 rounded-lg md:max-lg:hidden" />
      <span className="block min-w-0 space-y-1 xl:*:whitespace-normal">
        <span className="block">
          <SurveyTitle survey={survey} />
        </span>
        <SurveyState survey={survey} />
      </span>
    </span>
  ),
};
const category: Column<Survey> = {
  title: surveyTexts.category,
  inLine: "lastNamed",
  sortBy: ({ category: stored }) => categoryNames[stored],
  cell: ({ category: stored }) => categoryNames[stored],
};
const dates: Column<Survey> = {
  title: surveyTexts.columns.dates,
  inLine: "below",
  sortBy: ({ createDate }) => Date.parse(createDate),
  cell: (survey) => {
    const end = endOf(survey);
    return (
      <>
        <Day at={survey.createDate} isDay={survey.startIsDay} />{" "}
        <span className="whitespace-nowrap md:block">
          {end
            ? surveyTexts.toEnd(<Day at={end} isDay={end === survey.deadline && survey.deadlineIsDay} />)
            : surveyTexts.noEnd}
        </span>
      </>
    );
  },
};
const state: Column<Survey> = {
  title: surveyTexts.columns.state,
  inLine: "below",
  cell: (survey) => <SurveyState survey={survey} />,
};
const tally: Column<Survey> = {
  title: surveyTexts.columns.result,
  inLine: "below",
  sortBy: ({ yesVotes, totalVotes }) => (yesVotes === null ? -1 : yesVotes / Math.max(1, totalVotes)),
  cell: (survey) => (
    <div className="md:w-44">
      <Tally totals={survey} size="small" isOver={survey.closedAt !== null} />
    </div>
  ),
};
const responses: Column<Survey> = {
  title: surveyTexts.columns.responses,
  isNumber: true,
  inLine: "last",
  cell: (survey) => <ResponsesLink survey={survey} />,
};
const share: Column<Survey> = {
  title: surveyTexts.columns.share,
  isNumber: true,
  inLine: "last",
  cell: (survey) => <ShareButton survey={survey} inTable />,
};
const open: Column<Survey> = {
  title: surveyTexts.columns.canChange,
  inLine: "hidden",
  cell: (survey) => <Changeable survey={survey} />,
};
function Changeable({ survey }: { survey: Survey }) {
  const ofFrozen = useHasEnded(survey) ? surveyTexts.changeableAtEnd : surveyTexts.changeableLater;
  return <span className="text-sm text-muted">{useIsQuestionFrozen(survey) ? ofFrozen : surveyTexts.changeable}</span>;
}
const update: Column<Survey> = {
  title: surveyTexts.columns.update,
  isNumber: true,
  inLine: "last",
  cell: ({ _id, Title }) => (
    <LinkButton
      look="quiet"
      small
      href={`/dashboard/surveyor/update/${_id}`}
      aria-label={surveyTexts.updateName(Title)}
    >
      {surveyTexts.columns.update}
    </LinkButton>
  ),
};

const manage: Column<Survey> = {
  title: ownSurveyTexts.manage,
  isNumber: true,
  inLine: "last",
  cell: ({ _id, Title }) => (
    <LinkButton look="quiet" small href={ownSurveyAddress(_id)} aria-label={ownSurveyTexts.manageName(Title)}>
      {ownSurveyTexts.manage}
    </LinkButton>
  ),
};

const shapes = {
  full: [title, category, dates, state, ...countColumns],
  results: [titleWithState, tally, ...countColumns, responses, share],
  // Guests don't have a page of responses.
  ofGuest: [titleWithState, tally, ...countColumns, manage, share],
  update: [titleWithState, dates, open, update, manage],
} as const;

/** The current user's surveys: all columns, only results, or with links to edit and manage them. */
export function OwnSurveysTable({ shape }: { shape: Exclude<keyof typeof shapes, "ofGuest"> }) {
  const { email, isGuest } = useSignedInUser();
  const asksUnlisted = useAsksUnlisted();
  const query = useInfiniteQuery(ownSurveys(email));
  return (
    <PagedList
      query={query}
      empty={
        <EmptyState
          title={surveyTexts.noOwn}
          text={surveyTexts.noOwnText}
          action={
            <LinkButton href={isGuest ? "/ask" : asksUnlisted ? "/ask?to=list" : "/dashboard/surveyAdd"}>
              {frameTexts.ask}
            </LinkButton>
          }
        />
      }
    >
      {(rows, isComplete) => (
        <LiveTable rows={rows} isComplete={isComplete} columns={shapes[isGuest ? "ofGuest" : shape]} />
      )}
    </PagedList>
  );
}

function LiveTable({ rows, ...table }: Omit<ComponentProps<typeof Table<Survey>>, "caption">) {
  return <Table {...table} caption={surveyTexts.yourSurveys} rows={useTotalsOf(rows)} />;
}
