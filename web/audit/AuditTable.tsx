import type { AuditAction, AuditEvent } from "@survey-app/contract/ops/audit.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import * as auditTexts from "@survey-app/texts/auditTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { PagedTable } from "../api/PagedTable.tsx";
import { useListFilter } from "../routing/useListFilter.ts";
import { Day } from "../ui/Day.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { FilterBar } from "../ui/FilterBar.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import type { Column } from "../ui/Table.tsx";
import { UserText } from "../ui/UserText.tsx";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { listedEntries } from "./audit.queries.ts";
import { changesOf, titleOf } from "./entryWords.ts";

const actions = [
  { value: "", label: auditTexts.allActions },
  ...Object.entries(auditTexts.actions).map(([value, label]) => ({ value, label })),
];

/** The audit log: what admins did, newest first, filtered by action and text. It is read-only. */
export function AuditTable() {
  const { filter, isFiltered, bar } = useListFilter<"action", AuditAction>("action", actions);
  const query = useInfiniteQuery({ ...listedEntries(filter), placeholderData: (previous) => previous });
  return (
    <>
      <FilterBar
        searchLabel={auditTexts.searchLabel}
        choiceLabel={auditTexts.actionLabel}
        className="mb-6 sm:grid-cols-[minmax(0,1fr)_min(18rem,45%)]"
        {...bar}
      />
      <PagedTable
        query={query}
        caption={auditTexts.caption}
        columns={columns}
        empty={
          isFiltered ? (
            <EmptyState kind="search" title={auditTexts.noneFound} text={auditTexts.noneFoundText} />
          ) : (
            <EmptyState
              title={auditTexts.none}
              text={auditTexts.noneText}
              action={<LinkButton href="/dashboard/admin/surveys">{auditTexts.reviewSurveys}</LinkButton>}
            />
          )
        }
      />
    </>
  );
}

const columns: readonly Column<AuditEvent>[] = [
  {
    title: auditTexts.columns.event,
    cell: (entry) => (
      <>
        <span className="block font-semibold">{titleOf(entry)}</span>
        <span className="block text-sm wrap-anywhere text-muted">
          {entry.by === "admin"
            ? entry.admin && auditTexts.actor(<UserText>{personName(entry.admin.name)}</UserText>, entry.admin.email)
            : auditTexts.actors[entry.by]}
        </span>
        <span className="text-sm text-muted">
          <Day at={entry.at} withTime />
        </span>
      </>
    ),
  },
  { title: auditTexts.columns.about, cell: ({ about }) => <AboutLink about={about} /> },
  { title: auditTexts.columns.change, cell: (entry) => <Changes entry={entry} /> },
];

/** The changes by an action, one line for each field. */
function Changes({ entry }: { entry: AuditEvent }) {
  const zone = useTimeZone();
  return changesOf(entry, zone).map((line) => (
    <UserText as="span" key={line} className="block md:min-w-48">
      {line}
    </UserText>
  ));
}

/**
 * Links to the subject of an event: the survey, the list entry of the user or payment, or the page with failed work and
 * the clock.
 */
function AboutLink({ about: { kind, id, title, language, email } }: { about: AuditEvent["about"] }) {
  const search = new URLSearchParams({ q: email ?? "" }).toString();
  const href = {
    survey: `/surveydetails/${id}`,
    user: `/dashboard/admin/users?${search}`,
    payment: `/dashboard/user/paymentHistory?${search}`,
    queue: "/dashboard/admin/operations",
  }[kind];
  return (
    <>
      <a href={href} className="block font-medium underline-offset-4 hover:underline">
        <UserText of={{ Title: title, language }} />
      </a>
      {email && <UserText className="text-sm text-muted">{email}</UserText>}
    </>
  );
}
