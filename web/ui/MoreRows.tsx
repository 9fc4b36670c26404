import { Button } from "./Button.tsx";

interface MoreRowsProps {
  /** "Showing 24 of 1,000" */
  text: string;
  label: string;
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
}

/** The end of a list: how many rows are shown, and a button for more. */
export function MoreRows({ text, label, hasMore, isLoading, onMore }: MoreRowsProps) {
  return (
    <div className="mt-8 flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
      <p role="status" className="text-sm text-muted tabular-nums">
        {text}
      </p>
      {hasMore && (
        <Button look="quiet" small busy={isLoading} onClick={onMore}>
          {label}
        </Button>
      )}
    </div>
  );
}
