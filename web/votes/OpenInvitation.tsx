import { openInvitation } from "@survey-app/contract/invitations.ts";
import * as invitedTexts from "@survey-app/texts/invitedTexts.ts";
import { useEffect, useRef, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { apiWithBearer } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { usePlainForm } from "../api/plainForm.ts";
import { useLinkToken } from "../routing/useLinkToken.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { TextField } from "../ui/TextField.tsx";
import { storeOpenedInvitation } from "./openedInvitation.ts";

/** Opens an invitation and continues to its survey. Its token is sent nowhere else, and no URL, draft or log has it. */
async function open(token: string): Promise<void> {
  const opened = await apiWithBearer(null, openInvitation, { body: { token } });
  storeOpenedInvitation(opened);
  navigate(`/surveydetails/${opened.surveyId}`, { replace: true });
}

/** Opens the invitation whose link was followed; without a link, or if it can't be used, takes a code. */
export function OpenInvitation() {
  const token = useLinkToken();
  const [failed, setFailed] = useState<{ token: string; error: unknown } | null>(null);
  const opened = useRef<string | null>(null);
  useEffect(() => {
    // Once for each link, also where React runs effects twice.
    if (!token || opened.current === token) return;
    opened.current = token;
    open(token).catch((error: unknown) => setFailed({ token, error }));
  }, [token]);
  if (token === undefined || (token !== null && failed?.token !== token))
    return (
      <div role="status" aria-label={invitedTexts.opening}>
        <Skeleton className="h-40 w-full" />
      </div>
    );
  return (
    <div className="space-y-6">
      {failed && (
        <div className="space-y-3">
          <ErrorPanel {...failureOf(failed.error, invitedTexts.openUnknown)} />
          <p className="text-muted">{invitedTexts.problemAdvice}</p>
        </div>
      )}
      <CodeField />
    </div>
  );
}

/** Takes the code of a printed invitation. */
function CodeField() {
  const form = usePlainForm({
    empty: { token: "" },
    check: ({ token }) => (token.trim() === "" ? { token: invitedTexts.codeRequired } : {}),
    // A link that was pasted whole works too.
    send: ({ token }) => open(token.trim().replace(/^.*#/, "")),
    ifUnknown: invitedTexts.openUnknown,
  });
  return (
    <form {...form.props} className="space-y-5">
      <TextField
        label={invitedTexts.code}
        hint={invitedTexts.codeHint}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...form.field("token")}
      />
      {form.problem && <ErrorPanel text={form.problem} />}
      <Button type="submit" busy={form.isSending} className="w-full">
        {invitedTexts.open}
      </Button>
    </form>
  );
}
