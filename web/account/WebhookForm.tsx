import type { WebhookEvent } from "@survey-app/contract/webhooks.ts";
import { usePlainForm } from "../api/plainForm.ts";
import { ForRole } from "../session/ForRole.tsx";
import * as programTexts from "../texts/programTexts.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { TextField } from "../ui/TextField.tsx";
import { CheckboxList } from "./CheckboxList.tsx";
import { useCreateWebhook } from "./program.queries.ts";

const everyEvent = Object.keys(programTexts.events).join(" ");

/** Creates a webhook. @param onCreated gets its secret, which the server never sends again */
export function WebhookForm({ onCancel, onCreated }: { onCancel: () => void; onCreated: (secret: string) => void }) {
  const create = useCreateWebhook();
  const form = usePlainForm({
    draft: null,
    empty: { url: "", events: everyEvent, allSurveys: "" },
    check: ({ url, events }): { url?: string; events?: string } => ({
      ...(!url.trim() && { url: programTexts.urlRequired }),
      ...(!events && { events: programTexts.eventRequired }),
    }),
    send: async ({ url, events, allSurveys }) => {
      const chosen = events.split(" ") as WebhookEvent[];
      const { secret } = await create.mutateAsync({ url, events: chosen, allSurveys: allSurveys === "yes" });
      onCreated(secret);
    },
    ifUnknown: programTexts.saveUnknown,
  });
  return (
    <form {...form.props} className="space-y-5">
      {form.problem && <ErrorPanel text={form.problem} />}
      <TextField
        label={programTexts.url}
        hint={programTexts.urlHint}
        type="url"
        inputMode="url"
        {...form.field("url")}
      />
      <CheckboxList
        legend={programTexts.whichEvents}
        choices={programTexts.events}
        chosen={form.values.events}
        error={form.errors.events}
        onChange={(events) => form.change("events", events)}
      />
      <ForRole roles={["admin"]}>
        <Checkbox
          name="choice-all"
          label={programTexts.allSurveys}
          text={programTexts.allSurveysText}
          checked={form.values.allSurveys === "yes"}
          onChange={(event) => form.change("allSurveys", event.currentTarget.checked ? "yes" : "")}
        />
      </ForRole>
      <FormActions label={programTexts.add} isBusy={form.isSending} onCancel={onCancel} />
    </form>
  );
}
