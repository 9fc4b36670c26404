import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryFallback } from "../api/QueryFallback.tsx";
import * as programTexts from "../texts/programTexts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ownWebhooks } from "./program.queries.ts";
import { ShownOnce } from "./ShownOnce.tsx";
import { WebhookForm } from "./WebhookForm.tsx";
import { WebhookPanel } from "./WebhookPanel.tsx";

/** The user's webhooks, and a form for a new one. */
export function Webhooks() {
  const query = useQuery(ownWebhooks());
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  if (!query.data) return <QueryFallback query={query} className="h-40 w-full" />;
  const add = <Button onClick={() => setAdding(true)}>{programTexts.addWebhook}</Button>;
  return (
    <>
      {query.data.length === 0 ? (
        <EmptyState title={programTexts.noWebhooks} text={programTexts.noWebhooksText} action={add} />
      ) : (
        <div className="space-y-6">
          {query.data.map((webhook) => (
            <WebhookPanel key={webhook._id} webhook={webhook} onSecret={setSecret} />
          ))}
          {add}
        </div>
      )}
      <Dialog title={programTexts.addWebhook} isOpen={isAdding} onClose={() => setAdding(false)}>
        <WebhookForm
          onCancel={() => setAdding(false)}
          onDone={(created) => {
            setAdding(false);
            setSecret(created);
          }}
        />
      </Dialog>
      <ShownOnce
        title={programTexts.secretShown}
        text={programTexts.secretText}
        label={programTexts.secret}
        secret={secret}
        onClose={() => setSecret(null)}
      />
    </>
  );
}
