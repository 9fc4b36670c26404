import { CATEGORIES, isFrozen, type Survey } from "@survey-app/contract/surveys.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSignedInUser } from "../session/useSession.ts";
import { listWords } from "../texts/listWords.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { formatCount } from "../ui/formatCount.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { PagedList } from "../ui/PagedList.tsx";
import { type Column, Table } from "../ui/Table.tsx";
import { Tally } from "../ui/Tally.tsx";
import { UserText } from "../ui/UserText.tsx";
import { ownSurveys } from "./managed.queries.ts";
import { ResponsesLink } from "./ResponsesLink.tsx";
import { SurveyDate } from "./SurveyDate.tsx";
import { SurveyState } from "./SurveyState.tsx";

const title: Column<Survey> = {
  title: "Title",
  cell: ({ _id, Title }) => (
    <a href={`/surveydetails/${_id}`} className="font-semibold underline-offset-4 hover:underline">
      <UserText>{Title}</UserText>
    </a>
  ),
};
const titleWithState: Column<Survey> = {
  title: "Title",
  cell: (survey) => (
    <span className="block space-y-1">
      <span className="block">{title.cell(survey)}</span>
      <SurveyState survey={survey} />
    </span>
  ),
};
const category: Column<Survey> = { title: "Category", cell: ({ category: stored }) => CATEGORIES[stored] };
const dates: Column<Survey> = {
  title: "Dates",
  cell: ({ createDate, deadline }) => (
    <>
      <SurveyDate at={createDate} />{" "}
      <span className="whitespace-nowrap">
        {deadline ? (
          <>
            to <SurveyDate at={deadline} />
          </>
        ) : (
          "no end"
        )}
      </span>
    </>
  ),
};
const state: Column<Survey> = { title: "State", cell: (survey) => <SurveyState survey={survey} /> };
const tally: Column<Survey> = {
  title: "Result",
  cell: ({ yesVotes, totalVotes }) => (
    <div className="md:w-48">
      <Tally yes={yesVotes} total={totalVotes} size="small" sentence={false} />
    </div>
  ),
};
const numbers: readonly Column<Survey>[] = [
  { title: "Yes", isNumber: true, cell: ({ yesVotes }) => formatCount(yesVotes) },
  { title: "No", isNumber: true, cell: ({ noVotes }) => formatCount(noVotes) },
  { title: "Total", isNumber: true, cell: ({ totalVotes }) => formatCount(totalVotes) },
];

const responses: Column<Survey> = {
  title: "Responses",
  isNumber: true,
  cell: (survey) => <ResponsesLink survey={survey} />,
};
const open: Column<Survey> = {
  title: "Can change",
  cell: (survey) => (
    <span className="text-sm text-muted">{isFrozen(survey) ? "Note, later deadline" : "Everything"}</span>
  ),
};
const update: Column<Survey> = {
  title: "Update",
  isNumber: true,
  cell: ({ _id, Title }) => (
    <LinkButton look="quiet" small href={`/dashboard/surveyor/update/${_id}`} aria-label={`Update: ${Title}`}>
      Update
    </LinkButton>
  ),
};

const shapes = {
  full: [title, category, dates, state, ...numbers],
  results: [titleWithState, tally, ...numbers, responses],
  update: [titleWithState, dates, open, update],
} as const;

/** The current user's surveys: all columns, only results, or with links to edit them. */
export function OwnSurveysTable({ shape }: { shape: keyof typeof shapes }) {
  const { email } = useSignedInUser();
  const query = useInfiniteQuery(ownSurveys(email));
  return (
    <PagedList
      query={query}
      words={listWords}
      empty={
        <EmptyState
          title="You have no surveys yet"
          text="Your first one takes a question, a picture and a minute."
          action={<LinkButton href="/dashboard/surveyAdd">ADD a survey</LinkButton>}
        />
      }
    >
      {(surveys) => <Table caption="Your surveys" columns={shapes[shape]} rows={surveys} rowKey={({ _id }) => _id} />}
    </PagedList>
  );
}
