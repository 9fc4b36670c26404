import type { AuditEvent } from "@survey-app/contract/audit.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { PagedList } from "../api/PagedList.tsx";
import { useAddressFields } from "../routing/addressFields.ts";
import * as auditTexts from "../texts/auditTexts.ts";
import { dayAndTime } from "../texts/dayAndTime.ts";
import { Day } from "../ui/Day.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { SearchBox } from "../ui/SearchBox.tsx";
import { Select } from "../ui/Select.tsx";
import { type Column, Table } from "../ui/Table.tsx";
import { UserText } from "../ui/UserText.tsx";
import { AboutLink } from "./AboutLink.tsx";
import { type AuditFilter, listedEntries } from "./audit.queries.ts";
import { Changes } from "./Changes.tsx";
import { titleOf } from "./entryWords.ts";

const actions = [
  { value: "", label: auditTexts.allActions },
  ...Object.entries(auditTexts.actions).map(([value, label]) => ({ value, label })),
];

const filterNames = ["action", "q"] as const;

/** The audit log: what admins did, newest first, filtered by action and text. It is read-only. */
export function AuditTable() {
  const [filter, setFilter] = useAuditFilter();
  const query = useInfiniteQuery({ ...listedEntries(filter), placeholderData: (previous) => previous });
  const isFiltered = filter.action !== "" || filter.q !== "";
  return (
    <>
      <search className="mb-6 grid gap-3 sm:grid-cols-[1fr_18rem]">
        <SearchBox label={auditTexts.searchLabel} text={filter.q} onSearch={(q) => setFilter({ q })} />
        <Select
          label={auditTexts.actionLabel}
          hideLabel
          value={filter.action}
          options={actions}
          onChange={(action) => setFilter({ action: action as AuditFilter["action"] })}
        />
      </search>
      <PagedList
        query={query}
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
      >
        {(entries) => <Table caption={auditTexts.caption} columns={columns} rows={entries} />}
      </PagedList>
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
            ? auditTexts.actor(<UserText>{entry.admin?.name}</UserText>, entry.admin?.email)
            : auditTexts.actors[entry.by]}
        </span>
        <span className="text-sm text-muted">
          <Day at={entry.at} format={dayAndTime} />
        </span>
      </>
    ),
  },
  { title: auditTexts.columns.about, cell: ({ about }) => <AboutLink about={about} /> },
  { title: auditTexts.columns.change, cell: (entry) => <Changes entry={entry} /> },
];

function useAuditFilter(): [AuditFilter, (change: Partial<AuditFilter>) => void] {
  const [{ action, q }, show] = useAddressFields(filterNames);
  const validAction = Object.hasOwn(auditTexts.actions, action) ? action : "";
  return [{ action: validAction as AuditFilter["action"], q: q.slice(0, 200) }, show];
}
