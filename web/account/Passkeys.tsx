import { PASSKEY_NAME_MAX } from "@survey-app/contract/passkeys.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { readAgain } from "../api/queryClient.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import { ownAccount } from "../session/ownAccount.ts";
import { dayAndTime } from "../texts/dayAndTime.ts";
import * as factorTexts from "../texts/factorTexts.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Day } from "../ui/Day.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { useBrowserValue } from "../ui/useBrowserValue.ts";
import { ownPasskeys, useRemovePasskey, useRenamePasskey } from "./factors.queries.ts";
import { PasskeyForm } from "./PasskeyForm.tsx";
import { RenameDialog } from "./RenameDialog.tsx";

/** The user's passkeys, which can be added and removed. */
export function Passkeys({ emailVerified }: { emailVerified: boolean }) {
  const client = useQueryClient();
  const query = useQuery(ownPasskeys());
  const list = useRef<HTMLDivElement>(null);
  const isSupported = useBrowserValue(() => typeof PublicKeyCredential !== "undefined", true);
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<{ _id: string; name: string } | null>(null);
  const [renaming, setRenaming] = useState<{ _id: string; name: string } | null>(null);
  const rename = useRenamePasskey();
  const removal = useConfirmation(useRemovePasskey(), {
    subject: removing,
    onDone: () => sayDone(factorTexts.passkeyRemoved),
    onClose: () => setRemoving(null),
  });
  if (!query.data) return <QueryFallback query={query} className="h-12 w-full" />;

  function sayDone(text: string) {
    toast(text);
    void readAgain(client, ownAccount().queryKey);
    // The button disappears with its row. Deferred, because a closing dialog first returns the focus to it.
    setTimeout(() => list.current?.focus());
  }

  return (
    <>
      <div ref={list} tabIndex={-1} className="outline-none">
        {query.data.length === 0 ? (
          <p className="text-muted">{factorTexts.noPasskeys}</p>
        ) : (
          <ul className="divide-y divide-line border-y border-line">
            {query.data.map((passkey) => (
              <li key={passkey._id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
                <div className="min-w-0 flex-1 basis-56">
                  <UserText as="p" className="font-medium wrap-anywhere">
                    {passkey.name}
                  </UserText>
                  <p className="text-sm text-muted">
                    {passkey.lastUsedAt === null
                      ? factorTexts.added(<Day at={passkey.createdAt} format={dayAndTime} />)
                      : factorTexts.addedAndUsed(
                          <Day at={passkey.createdAt} format={dayAndTime} />,
                          <Day at={passkey.lastUsedAt} format={dayAndTime} />,
                        )}
                  </p>
                </div>
                <div className="flex gap-2">
                  <Button
                    look="quiet"
                    small
                    aria-haspopup="dialog"
                    aria-label={factorTexts.renameName(passkey.name)}
                    onClick={() => setRenaming(passkey)}
                  >
                    {factorTexts.rename}
                  </Button>
                  <Button
                    look="quiet"
                    small
                    aria-haspopup="dialog"
                    aria-label={factorTexts.removeName(passkey.name)}
                    onClick={() => setRemoving(passkey)}
                  >
                    {factorTexts.remove}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
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
            void readAgain(client, ownPasskeys().queryKey);
            sayDone(factorTexts.passkeyAdded);
          }}
        />
      </Dialog>
      <RenameDialog
        subject={renaming}
        limit={PASSKEY_NAME_MAX}
        rename={rename.mutateAsync}
        onClose={() => setRenaming(null)}
      />
      <ConfirmDialog
        title={removing ? factorTexts.removePasskeyTitle(removing.name) : ""}
        label={factorTexts.remove}
        look="danger"
        {...removal}
      >
        {factorTexts.removePasskeyText}
      </ConfirmDialog>
    </>
  );
}
