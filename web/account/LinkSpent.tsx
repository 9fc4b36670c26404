import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";

interface LinkSpentProps {
  text: string;
  /** Where a new one is asked for. */
  action: { href: string; label: string };
  /** The button that was pressed is gone: the focus goes to the way on. */
  takesFocus?: boolean;
}

/** The mailed link that led here opens nothing any more. */
export function LinkSpent({ text, action, takesFocus = false }: LinkSpentProps) {
  return (
    <div className="space-y-5">
      <ErrorPanel text={text} />
      <LinkButton ref={takesFocus ? (link) => link?.focus() : null} href={action.href}>
        {action.label}
      </LinkButton>
    </div>
  );
}
