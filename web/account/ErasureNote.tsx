import { keepMyAccount } from "@survey-app/contract/account/erasure.ts";
import * as accountTexts from "@survey-app/texts/accountTexts.ts";
import { useMutation } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { refreshSession } from "../session/session.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { Button } from "../ui/Button.tsx";
import { catchLostFocus } from "../ui/catchLostFocus.ts";
import { Day } from "../ui/Day.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { toast } from "../ui/toast.ts";

/** Tells a user that an admin has decided to delete the account, when, and how to keep it. */
export function ErasureNote() {
  const { eraseAt } = useSignedInUser();
  const keeping = useMutation({ mutationFn: () => api(keepMyAccount, {}) });
  if (eraseAt === undefined) return null;
  const keep = () =>
    keeping.mutate(undefined, {
      onSuccess: async () => {
        toast(accountTexts.erasure.kept);
        await refreshSession();
        // The button disappears with the note.
        catchLostFocus();
      },
    });
  return (
    <div className="mb-8 space-y-3 rounded-xl bg-no-soft px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p>{accountTexts.erasure.text(<Day at={eraseAt} />)}</p>
        <Button small busy={keeping.isPending} onClick={keep}>
          {accountTexts.erasure.keep}
        </Button>
      </div>
      {keeping.error && <ErrorPanel {...failureOf(keeping.error)} />}
    </div>
  );
}
