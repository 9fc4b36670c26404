import { PASSKEY_NAME_MAX } from "@survey-app/contract/text/limits.ts";
import * as factorTexts from "@survey-app/texts/factorTexts.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { invalidateAndWait } from "../api/queryClient.ts";
import { ownAccount } from "../session/ownAccount.ts";
import { Button } from "../ui/Button.tsx";
import { Day } from "../ui/Day.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { toast } from "../ui/toast.ts";
import { useBrowserValue } from "../ui/useBrowserValue.ts";
import { ownPasskeys, useRemovePasskey, useRenamePasskey } from "./factors.queries.ts";
import { NamedList } from "./NamedList.tsx";
import { PasskeyForm } from "./PasskeyForm.tsx";

/** The user's passkeys, which can be added and removed. */
export function Passkeys({ emailVerified }: { emailVerified: boolean }) {
  const client = useQueryClient();
  const query = useQuery(ownPasskeys());
  const isSupported = useBrowserValue(() => typeof PublicKeyCredential !== "undefined", true);
  const [isAdding, setAdding] = useState(false);
  const rename = useRenamePasskey();
  const removal = useRemovePasskey();
  if (!query.data) return <QueryFallback query={query} className="h-12 w-full" />;
  return (
    <>
      <NamedList
        items={query.data}
        none={factorTexts.noPasskeys}
        details={({ createdAt, lastUsedAt }) => (
          <p className="text-sm text-muted">
            {lastUsedAt === null
              ? factorTexts.added(<Day at={createdAt} withTime />)
              : factorTexts.addedAndUsed(<Day at={createdAt} withTime />, <Day at={lastUsedAt} withTime />)}
          </p>
        )}
        rename={rename.mutateAsync}
        nameMax={PASSKEY_NAME_MAX}
        removal={removal}
        texts={factorTexts.removal}
        onRemoved={() => void invalidateAndWait(client, ownAccount().queryKey)}
      />
      {!emailVerified ? (
        <p className="text-sm text-muted">{factorTexts.confirmFirst}</p>
      ) : isSupported ? (
        <Button look="quiet" small className="self-start" aria-haspopup="dialog" onClick={() => setAdding(true)}>
          {factorTexts.addPasskey}
        </Button>
      ) : (
        <p className="text-sm text-muted">{factorTexts.noPasskeysHere}</p>
      )}
      <Dialog title={factorTexts.addPasskeyTitle} isOpen={isAdding} onClose={() => setAdding(false)}>
        <PasskeyForm
          onCancel={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            void invalidateAndWait(client, ownPasskeys().queryKey, ownAccount().queryKey);
            toast(factorTexts.passkeyAdded);
          }}
        />
      </Dialog>
    </>
  );
}
