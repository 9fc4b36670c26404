import type { Webhook } from "@survey-app/contract/ops/webhooks.ts";
import * as integrationTexts from "@survey-app/texts/integrationTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useState } from "react";
import { failureOf } from "../api/failure.ts";
import { toastResult } from "../api/toastResult.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Dot } from "../ui/Dot.tsx";
import { listOf } from "../ui/lists.ts";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { useDeleteWebhook, useReplaceSecret, useSwitchWebhook, useTestWebhook } from "./integration.queries.ts";
import { WebhookDeliveries } from "./WebhookDeliveries.tsx";
import { WebhookForm } from "./WebhookForm.tsx";

/** One webhook with its actions and its deliveries. @param onSecret gets a new secret */
export function WebhookPanel({ webhook, onSecret }: { webhook: Webhook; onSecret: (secret: string) => void }) {
  const { url, events, allSurveys, isOn, failures } = webhook;
  const [asks, setAsks] = useState<"change" | "secret" | "delete" | null>(null);
  const toggle = useSwitchWebhook();
  const test = useTestWebhook();
  const close = () => setAsks(null);
  const eventNames = listOf(
    events.map((event) => integrationTexts.events[event].label),
    "unit",
  );
  const replacing = useConfirmation(useReplaceSecret(), {
    subject: asks === "secret" ? webhook : null,
    onDone: (_, { secret }) => onSecret(secret),
    onClose: close,
  });
  const deleting = useConfirmation(useDeleteWebhook(), {
    subject: asks === "delete" ? webhook : null,
    onDone: () => toast(integrationTexts.removed),
    onClose: close,
  });

  return (
    <article className="space-y-5 rounded-2xl border border-line p-5 sm:p-6">
      <header className="space-y-1">
        <UserText as="h2" className="text-lg">
          {url}
        </UserText>
        <p className="text-sm text-muted">
          {allSurveys ? integrationTexts.eventsOfAllSurveys(eventNames) : eventNames}
        </p>
        <p className="flex flex-wrap gap-x-3">
          <Dot tone={isOn ? "yes" : "quiet"}>{isOn ? integrationTexts.on : integrationTexts.off}</Dot>
          {failures > 0 && <span className="text-sm text-muted">{integrationTexts.failuresInRow(failures)}</span>}
        </p>
      </header>
      <div className="flex flex-wrap gap-3">
        {isOn && (
          <Button
            look="quiet"
            small
            busy={test.isPending}
            onClick={() => test.mutate(webhook, toastResult(integrationTexts.testSent))}
          >
            {integrationTexts.sendTest}
          </Button>
        )}
        <ActionButton
          look="quiet"
          small
          busy={toggle.isPending}
          again={uiTexts.pressAgain}
          onClick={() => toggle.mutate(webhook, { onError: (error) => toast(failureOf(error).text, "error") })}
        >
          {isOn ? integrationTexts.turnOff : integrationTexts.turnOn}
        </ActionButton>
        <Button look="quiet" small aria-haspopup="dialog" onClick={() => setAsks("change")}>
          {integrationTexts.change}
        </Button>
        <Button look="quiet" small aria-haspopup="dialog" onClick={() => setAsks("secret")}>
          {integrationTexts.replaceSecret}
        </Button>
        <Button look="quiet" small aria-haspopup="dialog" onClick={() => setAsks("delete")}>
          {integrationTexts.remove}
        </Button>
      </div>
      <h3 className="text-base">{integrationTexts.deliveries}</h3>
      <WebhookDeliveries webhook={webhook} />
      <Dialog title={integrationTexts.changeTitle} isOpen={asks === "change"} onClose={close}>
        <WebhookForm
          webhook={webhook}
          onCancel={close}
          onDone={() => {
            close();
            toast(integrationTexts.webhookChanged);
          }}
        />
      </Dialog>
      <ConfirmDialog title={integrationTexts.replaceTitle} label={integrationTexts.replaceSecret} {...replacing}>
        {integrationTexts.replaceText}
      </ConfirmDialog>
      <ConfirmDialog title={integrationTexts.removeTitle} label={integrationTexts.remove} look="danger" {...deleting}>
        {integrationTexts.removeText}
      </ConfirmDialog>
    </article>
  );
}
