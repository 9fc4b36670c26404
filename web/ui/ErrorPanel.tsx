import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";

interface ErrorPanelProps {
  text: string;
  retryLabel?: string;
  onRetry?: (() => void) | undefined;
}

/** Something failed and stays said until it is right again. */
export function ErrorPanel({ text, onRetry, retryLabel = "Try again" }: ErrorPanelProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-danger/40 bg-danger-soft px-5 py-4"
    >
      <span className="text-danger">
        <Icon name="warning" />
      </span>
      <p className="min-w-0 flex-1 basis-60">{text}</p>
      {onRetry && (
        <Button look="quiet" small onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  );
}
