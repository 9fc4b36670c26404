import { readWebhookEvents, type Webhook, webhookEvents } from "@survey-app/contract/ops/webhooks.ts";
import * as integrationTexts from "@survey-app/texts/integrationTexts.ts";
import { useForm } from "../api/useForm.ts";
import { ForRole } from "../session/ForRole.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { TextField } from "../ui/TextField.tsx";
import { CheckboxList } from "./CheckboxList.tsx";
import { useChangeWebhook, useCreateWebhook } from "./integration.queries.ts";

/** The choices, from the contract's list: an event without a text is a compile error. */
const choices = Object.fromEntries(webhookEvents.map((event) => [event, integrationTexts.events[event]]));

interface WebhookFormProps {
  /** The webhook to change; without it, a new one is created. */
  webhook?: Webhook;
  onCancel: () => void;
  /**
   * Called after it is stored: with the secret of a new webhook, which is never sent again; with null for a changed
   * one.
   */
  onDone: (secret: string | null) => void;
}

/** Creates a webhook, or changes its URL and events. */
export function WebhookForm({ webhook, onCancel, onDone }: WebhookFormProps) {
  const create = useCreateWebhook();
  const change = useChangeWebhook();
  const form = useForm({
    initial: { url: webhook?.url ?? "", events: webhook?.events.join(" ") ?? webhookEvents.join(" "), allSurveys: "" },
    check: ({ url, events }): { url?: string; events?: string } => ({
      ...(!url.trim() && { url: integrationTexts.urlRequired }),
      ...(!events && { events: integrationTexts.eventRequired }),
    }),
    send: async ({ url, events, allSurveys }) => {
      const chosen = readWebhookEvents(events);
      if (webhook) {
        await change.mutateAsync({ _id: webhook._id, url, events: chosen });
        return onDone(null);
      }
      const { secret } = await create.mutateAsync({ url, events: chosen, allSurveys: allSurveys === "yes" });
      onDone(secret);
    },
    ifUnknown: integrationTexts.saveUnknown,
  });
  return (
    <form {...form.props} className="space-y-5">
      {form.problem && <ErrorPanel text={form.problem} />}
      <TextField
        label={integrationTexts.url}
        hint={integrationTexts.urlHint}
        type="url"
        inputMode="url"
        {...form.field("url")}
      />
      <CheckboxList
        legend={integrationTexts.whichEvents}
        choices={choices}
        chosen={form.values.events}
        error={form.errors.events}
        onChange={(events) => form.change("events", events)}
      />
      {!webhook && (
        <ForRole roles={["admin"]}>
          <Checkbox
            name="choice-all"
            label={integrationTexts.allSurveys}
            text={integrationTexts.allSurveysText}
            checked={form.values.allSurveys === "yes"}
            onChange={(event) => form.change("allSurveys", event.currentTarget.checked ? "yes" : "")}
          />
        </ForRole>
      )}
      <FormActions
        label={webhook ? integrationTexts.saveWebhook : integrationTexts.add}
        isBusy={form.isBusy}
        onCancel={onCancel}
      />
    </form>
  );
}
