import {
  getEmailPreferences,
  type EmailPreferences as Preferences,
  setEmailPreferences,
} from "@survey-app/contract/outcomes.ts";
import { useQuery } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { ownQuery } from "../api/ownQuery.ts";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { useChange } from "../api/useChange.ts";
import * as outcomeTexts from "../texts/outcomeTexts.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { toast } from "../ui/toast.ts";

const ownPreferences = () => ownQuery(["account", "emails"], getEmailPreferences, {});

/** Which emails about surveys the user wants. Each choice is stored at once. */
export function EmailPreferences() {
  const query = useQuery(ownPreferences());
  const change = useChange(
    ({ invitations, ...kinds }: Preferences) =>
      api(setEmailPreferences, { body: invitations === null ? kinds : { ...kinds, invitations } }),
    ownPreferences().queryKey,
  );
  if (!query.data) return <QueryFallback query={query} className="h-28 w-full" />;
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
