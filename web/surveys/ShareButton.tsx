import type { Survey } from "@survey-app/contract/surveys.ts";
import { useState } from "react";
import * as frameTexts from "../texts/frameTexts.ts";
import * as shareTexts from "../texts/shareTexts.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { innerIcons } from "../ui/innerIcons.ts";
import { toast } from "../ui/toast.ts";
import type { SharePanel } from "./SharePanel.tsx";
import { useShareBlock } from "./useShareBlock.ts";

interface ShareButtonProps {
  survey: Survey;
  label?: string;
  /** In a table's column "Share", where the button's name tells the surveys apart. */
  inTable?: boolean;
}

/** Opens the share panel; says why, where a survey can't be shared yet. */
export function ShareButton({ survey, label = shareTexts.button, inTable = false }: ShareButtonProps) {
  const block = useShareBlock(survey);
  // Loaded on demand, with the code that draws QR codes.
  const [Panel, setPanel] = useState<typeof SharePanel | null>(null);
  const [isOpen, setOpen] = useState(false);

  async function open() {
    try {
      const loaded = await import("./SharePanel.tsx");
      setPanel(() => loaded.SharePanel);
      setOpen(true);
    } catch {
      toast(frameTexts.noConnection);
    }
  }

  if (block) {
    const reasons = inTable ? shareTexts.blockedShort : shareTexts.blocked;
    return <p className="text-sm text-muted print:hidden">{reasons[block]}</p>;
  }
  return (
    <div className="print:hidden">
      <Button
        look="quiet"
        small
        aria-haspopup="dialog"
        aria-label={inTable ? shareTexts.buttonFor(survey.Title) : undefined}
        onClick={() => void open()}
      >
        <Icon path={innerIcons.share} size={16} /> <span className={inTable ? "md:sr-only" : undefined}>{label}</span>
      </Button>
      {Panel && <Panel survey={survey} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </div>
  );
}
