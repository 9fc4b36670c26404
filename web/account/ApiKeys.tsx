import type { ApiKey } from "@survey-app/contract/session/apiKeys.ts";
import { API_KEY_NAME_MAX } from "@survey-app/contract/text/limits.ts";
import * as integrationTexts from "@survey-app/texts/integrationTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { serverNow } from "../api/api.ts";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { Button } from "../ui/Button.tsx";
import { Day } from "../ui/Day.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { listOf } from "../ui/lists.ts";
import { ApiKeyForm } from "./ApiKeyForm.tsx";
import { ownApiKeys, useRenameApiKey, useRevokeApiKey } from "./integration.queries.ts";
import { NamedList } from "./NamedList.tsx";
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
        none={integrationTexts.noKeys}
        details={(apiKey) => <Details apiKey={apiKey} />}
        rename={rename.mutateAsync}
        nameMax={API_KEY_NAME_MAX}
        removal={revocation}
        texts={integrationTexts.revocation}
      />
      <Button look="quiet" small className="self-start" onClick={() => setCreating(true)}>
        {integrationTexts.createKey}
      </Button>
      <Dialog title={integrationTexts.createKey} isOpen={isCreating} onClose={() => setCreating(false)}>
        <ApiKeyForm
          onCancel={() => setCreating(false)}
          onCreated={(key) => {
            setCreating(false);
            setCreated(key);
          }}
        />
      </Dialog>
      <ShownOnce
        title={integrationTexts.keyCreated}
        text={integrationTexts.shownOnce}
        label={integrationTexts.key}
        secret={created}
        onClose={() => setCreated(null)}
      />
    </>
  );
}

function Details({ apiKey: { scopes, expiresAt, lastUsedAt } }: { apiKey: ApiKey }) {
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= serverNow();
  const expiry = expiresAt && <Day at={expiresAt} withTime />;
  return (
    <>
      <p className="text-sm text-muted">
        {listOf(
          scopes.map((scope) => integrationTexts.scopes[scope].label),
          "unit",
        )}
      </p>
      <p className="text-sm text-muted">
        {isExpired ? integrationTexts.expiredAt(expiry) : describeUse(lastUsedAt, expiry)}
      </p>
    </>
  );
}

function describeUse(lastUsedAt: string | null, expiry: ReactNode): ReactNode {
  if (!lastUsedAt) return expiry ? integrationTexts.neverUsedAndExpires(expiry) : integrationTexts.neverUsed;
  const usedOn = <Day at={lastUsedAt} withTime />;
  return expiry ? integrationTexts.lastUsedAndExpires(usedOn, expiry) : integrationTexts.lastUsed(usedOn);
}
