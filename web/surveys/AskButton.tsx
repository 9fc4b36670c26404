import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { useMayAsk } from "../session/useMayAsk.ts";
import type { ButtonLook } from "../ui/buttonLook.ts";
import { LinkButton } from "../ui/LinkButton.tsx";

/** Leads to the form for a question, where the reader can ask one. */
export function AskButton({ look = "main" }: { look?: ButtonLook }) {
  if (!useMayAsk()) return null;
  return (
    <LinkButton look={look} href="/ask">
      {frameTexts.ask}
    </LinkButton>
  );
}
