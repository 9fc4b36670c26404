import { useEffect, useState } from "react";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { innerIcons } from "./innerIcons.ts";

interface CopyButtonProps {
  text: string;
  /** Says what is copied, for screen readers. */
  label: string;
}

/** Copies `text`; the button's label briefly confirms it. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("copied");
    } catch {
      setOutcome("failed"); // no permission or no clipboard: the user can still select the text
    }
  }

  return (
    <>
      <Button look="plain" small aria-label={label} title={label} className="-my-2 px-2" onClick={() => void copy()}>
        {outcome === "copied" ? <Icon name="check" size={16} /> : <Icon path={innerIcons.copy} size={16} />}
      </Button>
      <span role="status" className="sr-only">
        {outcome === "copied" && "Copied"}
        {outcome === "failed" && "Copying is not allowed here"}
      </span>
    </>
  );
}
