import type { KeyScope } from "@survey-app/contract/http/endpoint.ts";
import { API_KEY_NAME_MAX } from "@survey-app/contract/text/limits.ts";
import * as integrationTexts from "@survey-app/texts/integrationTexts.ts";
import { useSettings } from "../api/settings.ts";
import { useForm } from "../api/useForm.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import { CheckboxList } from "./CheckboxList.tsx";
import { useCreateApiKey } from "./integration.queries.ts";

/** By the number of days. */
const lifetimes = [
  { value: "30", label: integrationTexts.lifetimes.month },
  { value: "90", label: integrationTexts.lifetimes.quarter },
  { value: "365", label: integrationTexts.lifetimes.year },
  { value: "", label: integrationTexts.lifetimes.never },
];

/** Creates an API key. @param onCreated gets the key, which the server never sends again */
export function ApiKeyForm({ onCancel, onCreated }: { onCancel: () => void; onCreated: (key: string) => void }) {
  const create = useCreateApiKey();
  // Where only members of an organization sign in, a key ends after 30 days at the latest.
  const isShort = useSettings().organization?.isOnly;
  const form = useForm({
    initial: { name: "", scopes: "read", days: isShort ? "30" : "90" },
    check: ({ name, scopes }): { name?: string; scopes?: string } => ({
      ...(!name.trim() && { name: integrationTexts.required }),
      ...(!scopes && { scopes: integrationTexts.scopeRequired }),
    }),
    send: async ({ name, scopes, days }) => {
      const { key } = await create.mutateAsync({
        name,
        scopes: scopes.split(" ") as KeyScope[],
        days: days ? Number(days) : null,
      });
      onCreated(key);
    },
    ifUnknown: integrationTexts.saveUnknown,
  });
  return (
    <form {...form.props} className="space-y-5">
      {form.problem && <ErrorPanel text={form.problem} />}
      <TextField
        label={integrationTexts.name}
        hint={integrationTexts.nameHint}
        limit={API_KEY_NAME_MAX}
        {...form.field("name")}
      />
      <CheckboxList
        legend={integrationTexts.mayDo}
        choices={integrationTexts.scopes}
        chosen={form.values.scopes}
        error={form.errors.scopes}
        onChange={(scopes) => form.change("scopes", scopes)}
      />
      <Select
        label={integrationTexts.expiry}
        name="days"
        value={form.values.days}
        options={isShort ? lifetimes.slice(0, 1) : lifetimes}
        onChange={(days) => form.change("days", days)}
      />
      <FormActions label={integrationTexts.create} isBusy={form.isBusy} onCancel={onCancel} />
    </form>
  );
}
