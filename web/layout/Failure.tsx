import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useOffline } from "../api/online.ts";
import { PageTitle } from "../routing/PageTitle.tsx";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";

interface FailureProps {
  onRetry: () => void;
  /** The request id of the failure in the server's log. */
  requestId?: string | undefined;
  /** The server's reason, if it helps people more than the general one. */
  reason?: string | undefined;
}

/** The page could not be loaded; retrying may help. */
export function Failure({ onRetry, requestId, reason = frameTexts.failedText }: FailureProps) {
  const isOffline = useOffline();
  const title = isOffline ? frameTexts.offlineTitle : frameTexts.failed;
  return (
    <div className="page frame">
      <PageTitle page={title} />
      <EmptyState
        level={1}
        kind={isOffline ? "offline" : "error"}
        title={title}
        text={isOffline ? frameTexts.offlineText : reason}
        action={
          <div className="flex flex-wrap items-center justify-center gap-4">
            <Button onClick={onRetry}>{frameTexts.tryAgain}</Button>
            <a href="/" className="font-semibold underline underline-offset-4">
              {pageTexts.home}
            </a>
          </div>
        }
      />
      {requestId && <p className="text-center text-sm text-muted">{uiTexts.request(requestId)}</p>}
    </div>
  );
}
