import { LinkButton } from "../ui/LinkButton.tsx";

interface LinkSpentProps {
  text: string;
  /** Where a new one is asked for. */
  action: { href: string; label: string };
}

/** The mailed link that led here opens nothing any more. */
export function LinkSpent({ text, action }: LinkSpentProps) {
  return (
    <div role="alert" className="space-y-5">
      <p className="rounded-xl border border-danger/40 bg-danger-soft px-5 py-4">{text}</p>
      <LinkButton href={action.href}>{action.label}</LinkButton>
    </div>
  );
}
