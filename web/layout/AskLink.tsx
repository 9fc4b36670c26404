import { useMayAsk } from "../session/useMayAsk.ts";
import * as frameTexts from "../texts/frameTexts.ts";
import { LinkButton } from "../ui/LinkButton.tsx";

/** The top bar's link to the form for a question. */
export function AskLink() {
  if (!useMayAsk()) return null;
  return (
    <LinkButton look="quiet" small href="/ask">
      <span>
        {/* A phone has no room for more than the first word. */}
        {frameTexts.askStart}
        <span className="max-sm:sr-only"> {frameTexts.askRest}</span>
      </span>
    </LinkButton>
  );
}
