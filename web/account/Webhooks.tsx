import * as integrationTexts from "@survey-app/texts/integrationTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ownWebhooks } from "./integration.queries.ts";
import { ShownOnce } from "./ShownOnce.tsx";
import { WebhookForm } from "./WebhookForm.tsx";
import { WebhookPanel } from "./WebhookPanel.tsx";

/** The user's webhooks, and a form for a new one. */
export function Webhooks() {
  const query = useQuery(ownWebhooks());
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  if (!query.data) return <QueryFallback query={query} className="h-40 w-full" />;
  const add = <Button onClick={() => setAdding(true)}>{integrationTexts.addWebhook}</Button>;
  return (
    <>
      {query.data.length === 0 ? (
        <EmptyState title={integrationTexts.noWebhooks} text={integrationTexts.noWebhooksText} action={add} />
      ) : (
        <div className="space-y-6">
          {query.data.map((webhook) => (
            <WebhookPanel key={webhook._id} webhook={webhook} onSecret={setSecret} />
          ))}
          {add}
        </div>
      )}
      <Dialog title={integrationTexts.addWebhook} isOpen={isAdding} onClose={() => setAdding(false)}>
        <WebhookForm
          onCancel={() => setAdding(false)}
          onDone={(created) => {
            setAdding(false);
            setSecret(created);
          }}
        />
      </Dialog>
      <ShownOnce
        title={integrationTexts.secretShown}
        text={integrationTexts.secretText}
        label={integrationTexts.secret}
        secret={secret}
        onClose={() => setSecret(null)}
      />
    </>
  );
}
