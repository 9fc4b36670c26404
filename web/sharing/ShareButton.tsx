import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { useLateDialog } from "../api/useLateDialog.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { useShareBlock } from "./useShareBlock.ts";

interface ShareButtonProps {
  survey: Survey;
  label?: string;
  isSmall?: boolean;
  /** In a table's column "Share", where the button's name tells the surveys apart. */
  inTable?: boolean;
}

/** Opens the share panel; says why, where a survey can't be shared yet. */
export function ShareButton({ survey, label = shareTexts.button, isSmall = true, inTable = false }: ShareButtonProps) {
  const block = useShareBlock(survey);
  // With the code that draws QR codes.
  const { Dialog, isOpen, open, close } = useLateDialog(async () => (await import("./SharePanel.tsx")).SharePanel);

  if (block) {
    // A phone doesn't show headers, and the survey's state says the same.
    if (inTable)
      return <p className="text-sm wrap-break-word text-muted max-md:hidden">{shareTexts.blockedShort[block]}</p>;
    return <p className="text-sm text-muted print:hidden">{shareTexts.blocked[block]}</p>;
  }
  return (
    <div className="print:hidden">
      <Button
        look="quiet"
        small={isSmall}
        aria-haspopup="dialog"
        aria-label={inTable ? shareTexts.buttonFor(survey.Title) : undefined}
        onClick={open}
      >
        <Icon path={innerIcons.share} size={16} /> <span className={inTable ? "md:sr-only" : undefined}>{label}</span>
      </Button>
      {Dialog && <Dialog survey={survey} isOpen={isOpen} onClose={close} />}
    </div>
  );
}
