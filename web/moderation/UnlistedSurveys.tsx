import { acceptSurvey, type UnlistedSurvey } from "@survey-app/contract/votes/unlistedSurveys.ts";
import * as ballotFormTexts from "@survey-app/texts/ballotFormTexts.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import * as reviewTexts from "@survey-app/texts/reviewTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import * as unlistedTexts from "@survey-app/texts/unlistedTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { api } from "../api/api.ts";
import { PagedTable } from "../api/PagedTable.tsx";
import { useConfirmation } from "../api/useConfirmation.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { unlistedSurveys } from "../managing/managed.queries.ts";
import { usePath, useSearchParams } from "../routing/address.ts";
import { roleNames } from "../session/roleNames.ts";
import { PublishedText } from "../surveys/PublishedText.tsx";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Dot } from "../ui/Dot.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Select } from "../ui/Select.tsx";
import type { Column } from "../ui/Table.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { PublishDialog } from "./PublishDialog.tsx";
import { questionColumn } from "./questionColumn.tsx";

const NEW = "1";
const filters = [
  { value: "", label: unlistedTexts.all },
  { value: NEW, label: unlistedTexts.onlyNew },
];

/** For admins: the unlisted surveys, to accept or unpublish. */
export function UnlistedSurveys() {
  const path = usePath();
  const isNew = useSearchParams().get("new") === NEW;
  const [accepted, setAccepted] = useState<UnlistedSurvey | null>(null);
  const [unpublished, setUnpublished] = useState<UnlistedSurvey | null>(null);
  const query = useInfiniteQuery({ ...unlistedSurveys(isNew), placeholderData: (previous) => previous });
  return (
    <>
      <div className="mb-6 sm:w-64">
        <Select
          label={unlistedTexts.filter}
          hideLabel
          value={isNew ? NEW : ""}
          options={filters}
          onChange={(value) => navigate(value ? `${path}?new=${value}` : path)}
        />
      </div>
      <PagedTable
        query={query}
        caption={unlistedTexts.title}
        columns={columns(setAccepted, setUnpublished)}
        empty={<EmptyState {...(isNew ? unlistedTexts.noneNew : unlistedTexts.none)} />}
      />
      <AcceptDialog survey={accepted} onClose={() => setAccepted(null)} />
      <PublishDialog survey={unpublished} list={[]} onChoose={() => setUnpublished(null)} />
    </>
  );
}

const columns = (
  accept: (survey: UnlistedSurvey) => void,
  unpublish: (survey: UnlistedSurvey) => void,
): readonly Column<UnlistedSurvey>[] => [
  questionColumn,
  {
    title: unlistedTexts.columns.voters,
    inLine: "below",
    cell: ({ electorate }) => ballotFormTexts.voters[electorate],
  },
  {
    title: unlistedTexts.columns.role,
    inLine: "lastNamed",
    sortBy: ({ ownerRole }) => ownerRole,
    cell: ({ ownerRole }) => roleNames[ownerRole],
  },
  {
    title: unlistedTexts.columns.reports,
    isNumber: true,
    inLine: "lastNamed",
    isNeeded: ({ openReports }) => openReports > 0,
    sortBy: ({ openReports }) => openReports,
    cell: ({ openReports }) =>
      openReports > 0 ? <strong className="text-danger">{formatCount(openReports)}</strong> : formatCount(0),
  },
  {
    title: surveyTexts.columns.status,
    inLine: "below",
    sortBy: (survey) => Number(survey.accepted),
    cell: (survey) =>
      survey.accepted ? <Dot tone="yes">{unlistedTexts.accepted}</Dot> : <Dot tone="no">{unlistedTexts.isNew}</Dot>,
  },
  {
    title: surveyTexts.columns.voted,
    isNumber: true,
    inLine: "lastNamed",
    sortBy: ({ participants }) => participants,
    cell: ({ participants }) => formatCount(participants),
  },
  {
    title: surveyTexts.columns.change,
    isNumber: true,
    inLine: "last",
    cell: (survey) => (
      <span className="inline-flex flex-wrap justify-end gap-2">
        {!survey.accepted && (
          <Button small aria-label={unlistedTexts.acceptName(survey.Title)} onClick={() => accept(survey)}>
            {unlistedTexts.accept}
          </Button>
        )}
        <Button
          look="quiet"
          small
          aria-label={uiTexts.actionFor(reviewTexts.unpublish, survey.Title)}
          onClick={() => unpublish(survey)}
        >
          {reviewTexts.unpublish}
        </Button>
      </span>
    ),
  },
];

interface AcceptDialogProps {
  /** The survey to accept, in the version that the dialog shows; null while the dialog is closed. */
  survey: UnlistedSurvey | null;
  onClose: () => void;
}

function AcceptDialog({ survey, onClose }: AcceptDialogProps) {
  const accepting = useInvalidatingMutation(
    ({ _id: id, version }: UnlistedSurvey) => api(acceptSurvey, { params: { id }, body: { version } }),
    ["surveys"],
  );
  const confirmation = useConfirmation(accepting, {
    subject: survey,
    onDone: ({ Title }) => toast(unlistedTexts.acceptDone(Title)),
    onClose,
  });
  return (
    <ConfirmDialog
      title={unlistedTexts.acceptTitle}
      label={unlistedTexts.accept}
      details={survey && <PublishedText survey={survey} />}
      {...confirmation}
    >
      {survey &&
        (survey.ownerRole === "user" ? unlistedTexts.acceptTextOfUser : unlistedTexts.acceptText)(
          <UserText of={survey} as="strong" />,
        )}
    </ConfirmDialog>
  );
}
