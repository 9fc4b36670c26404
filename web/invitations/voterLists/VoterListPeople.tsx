import type { ListedPerson, VoterList } from "@survey-app/contract/invitations/voterLists.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as listTexts from "@survey-app/texts/listTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { PagedTable } from "../../api/PagedTable.tsx";
import { useConfirmation } from "../../api/useConfirmation.ts";
import { useListFilter } from "../../routing/useListFilter.ts";
import { ActionsMenu } from "../../ui/ActionsMenu.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { FilterBar } from "../../ui/FilterBar.tsx";
import type { Column } from "../../ui/Table.tsx";
import { toast } from "../../ui/toast.ts";
import { UserText } from "../../ui/UserText.tsx";
import { PersonCell } from "../PersonCell.tsx";
import { PersonForm } from "./PersonForm.tsx";
import { peopleOf, useRemovePerson } from "./voterLists.queries.ts";

const nameOf = ({ label, email }: ListedPerson) => label || email;

/** The people of a saved list, each of whom can be corrected and removed. */
export function VoterListPeople({ list }: { list: VoterList }) {
  const area = useRef<HTMLDivElement>(null);
  const options = [
    { value: "", label: listTexts.allGroups },
    ...list.groups.map(({ name }) => ({ value: name, label: name })),
  ];
  const { filter, isFiltered, bar } = useListFilter<"group", string>("group", options);
  const [changed, setChanged] = useState<ListedPerson | null>(null);
  const [removed, setRemoved] = useState<ListedPerson | null>(null);
  const query = useInfiniteQuery({ ...peopleOf(list._id, filter), placeholderData: (previous) => previous });
  const confirmation = useConfirmation(useRemovePerson(list._id), {
    subject: removed,
    onDone: (person) => {
      toast(listTexts.personRemoved(nameOf(person)));
      setTimeout(() => area.current?.focus({ preventScroll: true }));
    },
    onClose: () => setRemoved(null),
  });
  return (
    <>
      {(isFiltered || list.people > 0) && (
        <FilterBar
          searchLabel={invitationTexts.search}
          choiceLabel={listTexts.group}
          className="mb-4 sm:grid-cols-[minmax(0,1fr)_min(14rem,45%)]"
          {...bar}
        />
      )}
      <div ref={area} tabIndex={-1} className="outline-none">
        <PagedTable
          query={query}
          caption={listTexts.peopleCaption}
          columns={columns({ onChange: setChanged, onRemove: setRemoved })}
          empty={
            isFiltered ? (
              <EmptyState kind="search" title={invitationTexts.noneFound} text={invitationTexts.noneFoundText} />
            ) : (
              <EmptyState title={listTexts.nobody} text={listTexts.nobodyText} />
            )
          }
        />
      </div>
      <Dialog title={listTexts.changeTitle} isOpen={changed !== null} onClose={() => setChanged(null)}>
        {changed && <PersonForm listId={list._id} person={changed} onClose={() => setChanged(null)} />}
      </Dialog>
      <ConfirmDialog title={listTexts.removeTitle} label={invitationTexts.remove} {...confirmation}>
        {removed && listTexts.removeText(nameOf(removed))}
      </ConfirmDialog>
    </>
  );
}

interface Choices {
  onChange: (person: ListedPerson) => void;
  onRemove: (person: ListedPerson) => void;
}

const columns = ({ onChange, onRemove }: Choices): readonly Column<ListedPerson>[] => [
  {
    title: invitationTexts.columns.person,
    inLine: "start",
    cell: (person) => <PersonCell name={nameOf(person)} email={person.email} />,
  },
  {
    title: listTexts.group,
    inLine: "last",
    isNeeded: ({ group }) => group !== "",
    cell: ({ group }) => (group === "" ? null : <UserText>{group}</UserText>),
  },
  {
    title: invitationTexts.columns.change,
    isNumber: true,
    inLine: "lastEnd",
    cell: (person) => (
      <ActionsMenu
        label={invitationTexts.moreFor(nameOf(person))}
        actions={[
          {
            label: listTexts.correct,
            name: listTexts.correctName(nameOf(person)),
            onChoose: () => onChange(person),
          },
          {
            label: invitationTexts.remove,
            name: invitationTexts.removeName(nameOf(person)),
            onChoose: () => onRemove(person),
          },
        ]}
      />
    ),
  },
];
