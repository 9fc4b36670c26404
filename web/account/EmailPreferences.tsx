import type { RequestOf } from "@survey-app/contract/http/endpoint.ts";
import {
  getEmailPreferences,
  type EmailPreferences as Preferences,
  setEmailPreferences,
} from "@survey-app/contract/surveys/outcomes.ts";
import * as outcomeTexts from "@survey-app/texts/outcomeTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { privateQuery } from "../api/privateQuery.ts";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { toastResult } from "../api/toastResult.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { Checkbox } from "../ui/Checkbox.tsx";

type Choice = RequestOf<typeof setEmailPreferences>["body"];

const ownPreferences = () => privateQuery(["account", "emails"], getEmailPreferences, {});

/** The choice of emails about surveys. Each change is stored immediately. */
export function EmailPreferences() {
  const query = useQuery(ownPreferences());
  // Sends only the changed choice: a link in an email may have stopped other emails since this page was opened.
  const change = useInvalidatingMutation(
    (choice: Choice) => api(setEmailPreferences, { body: choice }),
    ownPreferences().queryKey,
  );
  if (!query.data) return <QueryFallback query={query} className="h-28 w-full" />;
  const pending = change.isPending ? change.variables : {};
  const chosen = { ...query.data, ...pending };

  function choose(kind: keyof Preferences, isWanted: boolean) {
    change.mutate({ ...pending, [kind]: isWanted }, toastResult(outcomeTexts.preferencesSaved));
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
