import { useEffect, useState } from "react";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { innerIcons } from "./innerIcons.ts";

interface CopyButtonProps {
  text: string;
  /** What is copied, for those who don't see what it stands beside. */
  label: string;
}

/** Copies `text`, and says so for a moment in its own place. */
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
      setOutcome("failed"); // not allowed, or no clipboard here: the text can still be marked by hand
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
