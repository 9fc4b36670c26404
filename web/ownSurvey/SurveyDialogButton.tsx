import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { type ComponentType, useState } from "react";
import { Button } from "../ui/Button.tsx";
import type { ButtonLook } from "../ui/buttonLook.ts";

interface SurveyDialogButtonProps {
  survey: Survey;
  label: string;
  look?: ButtonLook;
  /** The dialog; open while it has a survey. */
  dialog: ComponentType<{ survey: Survey | null; onClose: () => void }>;
}

/** A button that opens a dialog about the survey. */
export function SurveyDialogButton({ survey, label, look = "main", dialog: Dialog }: SurveyDialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look={look} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog survey={isOpen ? survey : null} onClose={() => setOpen(false)} />
    </>
  );
}
