import {
  getEmailPreferences,
  type EmailPreferences as Preferences,
  setEmailPreferences,
} from "@survey-app/contract/outcomes.ts";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { readAgain } from "../api/queryClient.ts";
import * as outcomeTexts from "../texts/outcomeTexts.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { toast } from "../ui/toast.ts";

const ownPreferences = () =>
  queryOptions({
    queryKey: ["account", "emails"],
    queryFn: ({ signal }) => api(getEmailPreferences, {}, signal),
    staleTime: 0,
    meta: { private: true },
  });

/** Which emails about surveys the user wants. Each choice is stored at once. */
export function EmailPreferences() {
  const client = useQueryClient();
  const query = useQuery(ownPreferences());
  const change = useMutation({
    mutationFn: ({ invitations, ...kinds }: Preferences) =>
      api(setEmailPreferences, { body: invitations === null ? kinds : { ...kinds, invitations } }),
    onSettled: () => readAgain(client, ownPreferences().queryKey),
  });
  if (query.isError && !query.data)
    return <ErrorPanel {...failureOf(query.error)} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton className="h-28 w-full" />;
  const chosen = change.isPending ? change.variables : query.data;

  function choose(kind: keyof Preferences, isWanted: boolean) {
    change.mutate(
      { ...chosen, [kind]: isWanted },
      {
        onSuccess: () => toast(outcomeTexts.preferencesSaved),
        onError: (error) => toast(failureOf(error).text),
      },
    );
  }

  return (
    <div className="space-y-4">
      {(Object.keys(outcomeTexts.kinds) as (keyof Preferences)[]).map((kind) => (
        <Checkbox
          key={kind}
          name={`email-${kind}`}
          {...outcomeTexts.kinds[kind]}
          checked={chosen[kind] ?? true}
          blocked={chosen[kind] === null ? outcomeTexts.confirmAddress : undefined}
          onChange={(event) => choose(kind, event.currentTarget.checked)}
        />
      ))}
    </div>
  );
}
