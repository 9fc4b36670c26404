import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { takeFocus } from "../ui/takeFocus.ts";

interface LinkSpentProps {
  text: string;
  /** The page to request a new link. */
  action: { href: string; label: string };
  /** The clicked button is gone, so the link that leads on takes the focus. */
  takesFocus?: boolean;
}

/** Shown when a link from an email has expired or was already used. */
export function LinkSpent({ text, action, takesFocus = false }: LinkSpentProps) {
  return (
    <div className="space-y-5">
      <ErrorPanel text={text} />
      <LinkButton ref={takesFocus ? takeFocus : null} href={action.href}>
        {action.label}
      </LinkButton>
    </div>
  );
}
