import { openInvitation } from "@survey-app/contract/invitations/invitations.ts";
import { isShortCode, pathOfCode, readTypedCode } from "@survey-app/contract/sharing/typedCode.ts";
import * as invitedTexts from "@survey-app/texts/invitedTexts.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";
import { useEffect, useRef, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { ApiRequestError, apiWithBearer } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { useForm } from "../api/useForm.ts";
import { useLinkToken } from "../routing/useLinkToken.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { TextField } from "../ui/TextField.tsx";
import { storeOpenedInvitation } from "./changeInvitation.ts";
import { EndedInvitation } from "./EndedInvitation.tsx";

/** A link or code, and why it opens nothing. `link`: the one of the page's address at that time; null without one. */
interface Failed {
  link: string | null;
  token: string;
  error: unknown;
}

/**
 * Opens an invitation and continues to its survey or meeting. Its token isn't sent anywhere else, and isn't kept in a
 * URL, draft or log.
 */
async function open(token: string, meeting: string | null): Promise<void> {
  const opened = await apiWithBearer(null, openInvitation, { body: { token, meeting } });
  storeOpenedInvitation(opened);
  const { surveyId, meetingId } = opened;
  navigate(surveyId === null ? `/meetings/${meetingId}` : `/surveydetails/${surveyId}`, { replace: true });
}

/**
 * Opens the invitation whose link was followed; without a link, or if it can't be used, takes a code.
 * @param meeting the id of the meeting on whose page it stands; null on a page of its own
 */
export function OpenInvitation({ meeting = null }: { meeting?: string | null }) {
  const token = useLinkToken();
  const [failed, setFailed] = useState<Failed | null>(null);
  const opened = useRef<string | null>(null);
  useEffect(() => {
    // Once for each link, also where React runs effects twice.
    if (!token || opened.current === token) return;
    opened.current = token;
    open(token, meeting).catch((error: unknown) => setFailed({ link: token, token, error }));
  }, [token, meeting]);
  if (token === undefined || (token !== null && failed?.link !== token))
    return (
      <div role="status" aria-label={invitedTexts.opening}>
        <Skeleton className="h-40 w-full" />
      </div>
    );
  return (
    <div className="space-y-6">
      {failed && <NotOpened {...failed} meeting={meeting} />}
      <CodeField meeting={meeting} onEnded={(ended) => setFailed({ link: token, ...ended })} />
    </div>
  );
}

/** Why a link or code opens nothing. */
function NotOpened({ token, error, meeting }: Omit<Failed, "link"> & { meeting: string | null }) {
  const problem = problemOf(error);
  if (problem?.endedInvitation)
    return <EndedInvitation token={token} code={problem.code} ended={problem.endedInvitation} meeting={meeting} />;
  return (
    <div className="space-y-3">
      <ErrorPanel {...failureOf(error, invitedTexts.openUnknown)} />
      <p className="text-muted">{invitedTexts.problemAdvice}</p>
    </div>
  );
}

const problemOf = (error: unknown) => (error instanceof ApiRequestError ? error.problem : null);

interface CodeFieldProps {
  meeting: string | null;
  /** Called if the code was replaced, or its person removed. */
  onEnded: (failed: Omit<Failed, "link">) => void;
}

/** Takes the code of a printed invitation. */
function CodeField({ meeting, onEnded }: CodeFieldProps) {
  const form = useForm({
    initial: { token: "" },
    check: ({ token }) => (token.trim() === "" ? { token: invitedTexts.codeRequired } : {}),
    // A link that was pasted whole works too, and the code of a screen or flyer leads to its survey.
    send: async (typed) => {
      const code = readTypedCode(typed.token);
      if (code && isShortCode(code)) return location.assign(pathOfCode(code));
      const token = typed.token.trim().replace(/^.*#/, "");
      await open(token, meeting).catch((error: unknown) => {
        if (!problemOf(error)?.endedInvitation) throw error;
        onEnded({ token, error });
      });
    },
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
      <Button type="submit" busy={form.isBusy} className="w-full">
        {meeting === null ? invitedTexts.open : meetingRoomTexts.open}
      </Button>
    </form>
  );
}
