import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import * as innerIcons from "./innerIcons.ts";
import { useCopy } from "./useCopy.ts";

interface CopyButtonProps {
  text: string;
  /** Says what is copied, for screen readers. */
  label: string;
}

/** Copies `text`; the button's icon briefly confirms it. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const { result, copy } = useCopy();
  return (
    <>
      <Button
        look="plain"
        small
        aria-label={label}
        title={label}
        className="-my-2 px-2"
        onClick={() => void copy(text)}
      >
        {result === "copied" ? <Icon name="check" size={16} /> : <Icon path={innerIcons.copy} size={16} />}
      </Button>
      <span role="status" className="sr-only">
        {result === "copied" && uiTexts.copied}
        {result === "failed" && uiTexts.copyFailed}
      </span>
    </>
  );
}
