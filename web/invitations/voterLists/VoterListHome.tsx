import type { VoterList } from "@survey-app/contract/invitations/voterLists.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as listTexts from "@survey-app/texts/listTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { QueryFallback } from "../../api/QueryFallback.tsx";
import { PageTitle } from "../../routing/PageTitle.tsx";
import { useSignedInUser } from "../../session/useSession.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { FoldedFields } from "../../ui/FoldedFields.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { ImportList } from "../ImportList.tsx";
import { VoterListPeople } from "./VoterListPeople.tsx";
import { VoterListSettings } from "./VoterListSettings.tsx";
import { listTarget, voterLists } from "./voterLists.queries.ts";

const ignore = () => undefined;

/** One saved list of people: added to, corrected, shared. */
export function VoterListHome({ id }: { id: string }) {
  const query = useQuery(voterLists(useSignedInUser()._id));
  if (!query.data) return <QueryFallback query={query} className="h-64 w-full" />;
  const list = query.data.find(({ _id }) => _id === id);
  if (!list)
    return (
      <>
        <PageTitle page={listTexts.gone} />
        <EmptyState
          level={1}
          kind="search"
          title={listTexts.gone}
          text={listTexts.goneText}
          action={<LinkButton href="/dashboard/lists">{listTexts.title}</LinkButton>}
        />
      </>
    );
  return (
    <div className="space-y-10">
      <PageTitle page={list.name} />
      <header className="space-y-1">
        <h1 tabIndex={-1} className="text-title">
          <UserText>{list.name}</UserText>
        </h1>
        <p className="text-muted">{listTexts.people(list.people)}</p>
      </header>
      <AddToList list={list} />
      <VoterListPeople list={list} />
      {list.isOwn && <VoterListSettings key={list._id} list={list} />}
    </div>
  );
}

function AddToList({ list: { _id, people } }: { list: VoterList }) {
  const target = useMemo(() => listTarget(_id), [_id]);
  // It stays open after the first people were added, to say how many.
  const [isNeeded] = useState(people === 0);
  return (
    <FoldedFields title={invitationTexts.add} text={listTexts.addText} isNeeded={isNeeded} isWrong={false}>
      <ImportList target={target} hint={listTexts.pasteHint} onCodes={ignore} onAdding={ignore} />
    </FoldedFields>
  );
}
