import { API_KEY_NAME_MAX, type ApiKey } from "@survey-app/contract/apiKeys.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { dayAndTime } from "../texts/dayAndTime.ts";
import * as programTexts from "../texts/programTexts.ts";
import { Button } from "../ui/Button.tsx";
import { Day } from "../ui/Day.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ApiKeyForm } from "./ApiKeyForm.tsx";
import { NamedList } from "./NamedList.tsx";
import { ownApiKeys, useRenameApiKey, useRevokeApiKey } from "./program.queries.ts";
import { ShownOnce } from "./ShownOnce.tsx";

/** Lists the user's API keys; they can be created and revoked. */
export function ApiKeys() {
  const query = useQuery(ownApiKeys());
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<string | null>(null);
  const rename = useRenameApiKey();
  const revocation = useRevokeApiKey();
  if (!query.data) return <QueryFallback query={query} className="h-12 w-full" />;
  return (
    <>
      <NamedList
        items={query.data}
        none={programTexts.noKeys}
        details={(apiKey) => <Details apiKey={apiKey} />}
        rename={rename.mutateAsync}
        nameMax={API_KEY_NAME_MAX}
        removal={revocation}
        texts={programTexts.revocation}
      />
      <Button look="quiet" small className="self-start" onClick={() => setCreating(true)}>
        {programTexts.createKey}
      </Button>
      <Dialog title={programTexts.createKey} isOpen={isCreating} onClose={() => setCreating(false)}>
        <ApiKeyForm
          onCancel={() => setCreating(false)}
          onCreated={(key) => {
            setCreating(false);
            setCreated(key);
          }}
        />
      </Dialog>
      <ShownOnce
        title={programTexts.keyCreated}
        text={programTexts.shownOnce}
        label={programTexts.key}
        secret={created}
        onClose={() => setCreated(null)}
      />
    </>
  );
}

function Details({ apiKey: { scopes, expiresAt, lastUsedAt } }: { apiKey: ApiKey }) {
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const expiry = expiresAt && <Day at={expiresAt} format={dayAndTime} />;
  return (
    <>
      <p className="text-sm text-muted">{programTexts.scopeNames(scopes)}</p>
      <p className="text-sm text-muted">
        {isExpired ? (
          programTexts.expiredAt(expiry)
        ) : (
          <>
            {lastUsedAt ? programTexts.lastUsed(<Day at={lastUsedAt} format={dayAndTime} />) : programTexts.neverUsed}
            {expiry && programTexts.andExpires(expiry)}
          </>
        )}
      </p>
    </>
  );
}
