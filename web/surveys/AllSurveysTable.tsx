import { PUBLISHED, type Survey, WAITING } from "@survey-app/contract/surveys.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { listWords } from "../texts/listWords.ts";
import { plural, texts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dot } from "../ui/Dot.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { formatCount } from "../ui/formatCount.ts";
import { Icon } from "../ui/Icon.tsx";
import { innerIcons } from "../ui/innerIcons.ts";
import { PagedList } from "../ui/PagedList.tsx";
import { type Column, Table } from "../ui/Table.tsx";
import { UserText } from "../ui/UserText.tsx";
import { AdminFilterBar } from "./AdminFilterBar.tsx";
import { allSurveys } from "./managed.queries.ts";
import { PublishDialog } from "./PublishDialog.tsx";
import { ScheduledFor } from "./ScheduledFor.tsx";
import { SurveyDate } from "./SurveyDate.tsx";
import { useWaitsForStart } from "./serverTime.ts";
import { useAdminFilter } from "./useAdminFilter.ts";

interface AllSurveysTableProps {
  /** Reports are another feature, so the page passes in their dialog. */
  reportsDialog: (dialog: {
    survey: Survey | null;
    onClose: () => void;
    onUnpublish: (survey: Survey) => void;
  }) => ReactNode;
}

/** All surveys with a button to publish or unpublish each (spec §4). Reported ones come first. */
export function AllSurveysTable({ reportsDialog }: AllSurveysTableProps) {
  const [filter, setFilter] = useAdminFilter();
  const [chosen, setChosen] = useState<Survey | null>(null);
  const [reported, setReported] = useState<Survey | null>(null);
  const query = useInfiniteQuery({ ...allSurveys(filter), placeholderData: (previous) => previous });
  return (
    <>
      <AdminFilterBar filter={filter} onChange={setFilter} />
      <PagedList
        query={query}
        words={listWords}
        empty={<EmptyState title="No surveys found" text="Choose another status or another word." />}
      >
        {(surveys) => (
          <Table
            caption="All surveys"
            columns={columns(setChosen, setReported)}
            rows={surveys}
            rowKey={({ _id }) => _id}
          />
        )}
      </PagedList>
      <PublishDialog survey={chosen} onClose={() => setChosen(null)} />
      {reportsDialog({
        survey: reported,
        onClose: () => setReported(null),
        onUnpublish: (survey) => {
          setReported(null);
          setChosen(survey);
        },
      })}
    </>
  );
}

const columns = (
  choose: (survey: Survey) => void,
  readReports: (survey: Survey) => void,
): readonly Column<Survey>[] => [
  {
    title: "Title",
    cell: ({ _id, Title, userName, email, createDate }) => (
      <>
        <a href={`/surveydetails/${_id}`} className="block font-semibold underline-offset-4 hover:underline">
          <UserText>{Title}</UserText>
        </a>
        <span className="text-sm text-muted">
          <UserText>{userName}</UserText> (<UserText>{email}</UserText>), from <SurveyDate at={createDate} />
        </span>
      </>
    ),
  },
  {
    title: "Status",
    cell: (survey) => (
      <span className="inline-flex flex-col items-end gap-3 md:items-start">
        <PublicationState survey={survey} />
        {survey.openReports > 0 && <ReportsButton survey={survey} onPress={() => readReports(survey)} />}
      </span>
    ),
  },
  { title: "Votes", isNumber: true, cell: ({ totalVotes }) => formatCount(totalVotes) },
  {
    title: "Change",
    isNumber: true,
    cell: (survey) => (
      <Button
        look={survey.status === WAITING ? "main" : "quiet"}
        small
        aria-label={`${actionOf(survey)}: ${survey.Title}`}
        onClick={() => choose(survey)}
      >
        {actionOf(survey)}
      </Button>
    ),
  },
];

function PublicationState({ survey }: { survey: Survey }) {
  const waits = useWaitsForStart(survey);
  if (survey.status !== PUBLISHED) return <Dot tone="no">{texts.waiting}</Dot>;
  return <Dot tone="yes">{waits ? <ScheduledFor survey={survey} /> : texts.published}</Dot>;
}

function ReportsButton({ survey, onPress }: { survey: Survey; onPress: () => void }) {
  const count = plural(survey.openReports, "report");
  return (
    <Button look="quiet" small aria-label={`${count}: ${survey.Title}`} onClick={onPress}>
      <span className="text-danger">
        <Icon path={innerIcons.flag} size={16} />
      </span>
      {count}
    </Button>
  );
}

/** The spec's words: status 1 shows publish, any other unpublish. */
const actionOf = ({ status }: Survey) => (status === WAITING ? "publish" : "unpublish");
