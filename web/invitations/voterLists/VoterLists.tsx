import { VOTER_LIST_NAME_MAX } from "@survey-app/contract/text/limits.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import * as listTexts from "@survey-app/texts/listTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { QueryFallback } from "../../api/QueryFallback.tsx";
import { useForm } from "../../api/useForm.ts";
import { useSignedInUser } from "../../session/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useCreateList, voterLists } from "./voterLists.queries.ts";

/** The user's lists of people, those that others share with them, and the form for a new one. */
export function VoterLists() {
  const query = useQuery(voterLists(useSignedInUser()._id));
  if (!query.data) return <QueryFallback query={query} className="h-32 w-full" />;
  return (
    <div className="space-y-8">
      {query.data.length === 0 ? (
        <p className="text-muted">{listTexts.none}</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {query.data.map(({ _id, name, people, isOwn, ownerName, sharedWith }) => (
            <li key={_id} className="space-y-1 py-4">
              <a href={`/dashboard/lists/${_id}`} className="font-medium underline-offset-4 hover:underline">
                <UserText>{name}</UserText>
              </a>
              <p className="text-sm text-muted">{listTexts.people(people)}</p>
              {!isOwn && (
                <p className="text-sm text-muted">{listTexts.ownedBy(<UserText>{personName(ownerName)}</UserText>)}</p>
              )}
              {isOwn && sharedWith && (
                <p className="text-sm text-muted">{listTexts.sharedOn(<UserText of={sharedWith} />)}</p>
              )}
            </li>
          ))}
        </ul>
      )}
      <NewList />
    </div>
  );
}

function NewList() {
  const creation = useCreateList();
  const form = useForm({
    initial: { name: "" },
    check: ({ name }): { name?: string } => (name.trim() ? {} : { name: listTexts.nameRequired }),
    send: async ({ name }) => {
      const { insertedId } = await creation.mutateAsync(name);
      navigate(`/dashboard/lists/${insertedId}`);
    },
  });
  return (
    <form {...form.props} className="max-w-prose space-y-4">
      {form.problem && <ErrorPanel text={form.problem} />}
      <TextField label={listTexts.newName} limit={VOTER_LIST_NAME_MAX} autoComplete="off" {...form.field("name")} />
      <Button type="submit" busy={form.isBusy}>
        {listTexts.create}
      </Button>
    </form>
  );
}
