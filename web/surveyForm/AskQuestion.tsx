import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useSearchParams } from "../routing/address.ts";
import { useMayAsk } from "../session/useMayAsk.ts";
import { useSession } from "../session/useSession.ts";
import { ownRequest } from "../surveys/asking.ts";
import * as askTexts from "../texts/askTexts.ts";
import * as uiTexts from "../texts/uiTexts.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { RequestState } from "./RequestState.tsx";
import { SurveyForm } from "./SurveyForm.tsx";

/**
 * The form for a question, for everyone: visitors sign in after they wrote it. Users with a question in review see its
 * state.
 */
export function AskQuestion() {
  const session = useSession();
  const user = session.phase === "signedIn" ? session.user : null;
  const { data: request } = useQuery(ownRequest(user));
  const mayAsk = useMayAsk();
  if (!mayAsk && session.phase !== "loading") {
    const { title, text, action } = askTexts.closed;
    return <EmptyState title={title} text={text} action={<LinkButton href="/surveysPages">{action}</LinkButton>} />;
  }
  if (request) return <RequestState request={request} />;
  return (
    <SurveyForm
      notice={({ id, isUploading, label }) =>
        user && <AfterSignIn name={user.name} formId={id} isUploading={isUploading} label={label} />
      }
    />
  );
}

/** For a person who wrote the question before signing in: it is sent only when they press the button again. */
interface AfterSignInProps {
  name: string;
  formId: string;
  isUploading: boolean;
  label: string;
}

function AfterSignIn({ name, formId, isUploading, label }: AfterSignInProps) {
  const comesBack = useSearchParams().get("next") === "submit";
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.scrollIntoView({ block: "nearest" });
  }, []);
  if (!comesBack) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-4 rounded-xl border border-accent bg-accent-soft px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-64 wrap-anywhere">{askTexts.signedIn(name)}</p>
      <ActionButton ref={button} type="submit" form={formId} disabled={isUploading} again={uiTexts.pressAgain}>
        {isUploading ? askTexts.uploading : label}
      </ActionButton>
    </div>
  );
}
