import * as ballotTexts from "@survey-app/texts/ballotTexts.ts";
import { useLateDialog } from "../api/useLateDialog.ts";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { useBrowserValue } from "../ui/useBrowserValue.ts";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { type RuledSurvey, ruleFacts } from "./ruleFacts.ts";

interface RulesLineProps {
  survey: RuledSurvey;
  /** Whether the reader votes by an opened link or code, instead of an account. */
  hasInvitation: boolean;
}

/**
 * The rules of voting on a survey, in three facts: what others learn, when there is a result, and whether a vote is
 * final.
 */
export function RulesLine({ survey, hasInvitation }: RulesLineProps) {
  const { Dialog, isOpen, open, close } = useLateDialog(
    async () => (await import("./VotingRulesDialog.tsx")).VotingRulesDialog,
  );
  const zone = useTimeZone();
  // Without JavaScript the dialog can't open.
  const isHydrated = useBrowserValue(() => true, false);
  return (
    <div>
      <button
        type="button"
        aria-haspopup="dialog"
        disabled={!isHydrated}
        onClick={open}
        className="flex min-h-6 items-start gap-2 text-start text-sm text-muted hover:text-ink"
      >
        <span className="mt-0.5 shrink-0">
          <Icon path={survey.privacy === "named" ? innerIcons.users : innerIcons.lock} size={16} />
        </span>
        <span className="min-w-0 wrap-anywhere">
          {/* The symbol is in the padding, which stays with the last word, where nothing comes between. */}
          <span className="relative pe-5">
            <span className="absolute end-0 bottom-0">
              <Icon path={innerIcons.info} size={16} />
            </span>
            {ruleFacts(survey, zone)}
          </span>
          <span className="sr-only"> {ballotTexts.whatIsThis}</span>
        </span>
      </button>
      {Dialog && <Dialog survey={survey} hasInvitation={hasInvitation} isOpen={isOpen} onClose={close} />}
    </div>
  );
}
