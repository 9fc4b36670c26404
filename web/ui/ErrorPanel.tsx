import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";

interface ErrorPanelProps {
  text: string;
  /** The request id of the failure in the server's log. */
  requestId?: string | undefined;
  retryLabel?: string;
  onRetry?: (() => void) | undefined;
}

/** An error that stays visible until it is resolved. */
export function ErrorPanel({ text, requestId, onRetry, retryLabel = uiTexts.tryAgain }: ErrorPanelProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-danger/40 bg-danger-soft px-5 py-4"
    >
      <div className="flex min-w-0 flex-1 basis-60 gap-4">
        <span className="mt-0.5 shrink-0 text-danger">
          <Icon name="warning" />
        </span>
        <div className="min-w-0">
          <p className="wrap-anywhere">{text}</p>
          {requestId && <p className="text-sm wrap-anywhere">{uiTexts.request(requestId)}</p>}
        </div>
      </div>
      {onRetry && (
        <Button look="quiet" small onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  );
}
