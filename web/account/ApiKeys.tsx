import { API_KEY_NAME_MAX, type ApiKey } from "@survey-app/contract/apiKeys.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { useConfirmation } from "../api/useConfirmation.ts";
import { dayAndTime } from "../texts/dayAndTime.ts";
import * as factorTexts from "../texts/factorTexts.ts";
import * as programTexts from "../texts/programTexts.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Day } from "../ui/Day.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { ApiKeyForm } from "./ApiKeyForm.tsx";
import { ownApiKeys, useRenameApiKey, useRevokeApiKey } from "./program.queries.ts";
import { RenameDialog } from "./RenameDialog.tsx";
import { ShownOnce } from "./ShownOnce.tsx";

/** Lists the user's API keys; they can be created and revoked. */
export function ApiKeys() {
  const query = useQuery(ownApiKeys());
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<string | null>(null);
  const [confirming, setConfirming] = useState<ApiKey | null>(null);
  const [renaming, setRenaming] = useState<ApiKey | null>(null);
  const rename = useRenameApiKey();
  const revoke = useConfirmation(useRevokeApiKey(), {
    subject: confirming,
    onDone: ({ name }) => toast(programTexts.revoked(name)),
    onClose: () => setConfirming(null),
  });
  if (!query.data) return <QueryFallback query={query} className="h-12 w-full" />;
  return (
    <>
      {query.data.length === 0 ? (
        <p className="text-muted">{programTexts.noKeys}</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {query.data.map((apiKey) => (
            <ApiKeyRow
              key={apiKey._id}
              apiKey={apiKey}
              onRename={() => setRenaming(apiKey)}
              onRevoke={() => setConfirming(apiKey)}
            />
          ))}
        </ul>
      )}
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
      <RenameDialog
        subject={renaming}
        limit={API_KEY_NAME_MAX}
        rename={rename.mutateAsync}
        onClose={() => setRenaming(null)}
      />
      <ConfirmDialog
        title={confirming ? programTexts.revokeTitle(confirming.name) : ""}
        label={programTexts.revoke}
        look="danger"
        {...revoke}
      >
        {programTexts.revokeText}
      </ConfirmDialog>
    </>
  );
}

interface ApiKeyRowProps {
  apiKey: ApiKey;
  onRename: () => void;
  onRevoke: () => void;
}

function ApiKeyRow({ apiKey, onRename, onRevoke }: ApiKeyRowProps) {
  const { name, scopes, expiresAt, lastUsedAt } = apiKey;
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const expiry = expiresAt && <Day at={expiresAt} format={dayAndTime} />;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <UserText as="p" className="font-medium wrap-anywhere">
          {name}
        </UserText>
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
      </div>
      <div className="flex gap-2">
        <Button look="quiet" small aria-haspopup="dialog" aria-label={factorTexts.renameName(name)} onClick={onRename}>
          {factorTexts.rename}
        </Button>
        <Button look="quiet" small aria-haspopup="dialog" aria-label={programTexts.revokeName(name)} onClick={onRevoke}>
          {programTexts.revoke}
        </Button>
      </div>
    </li>
  );
}
