import * as linkVotingTexts from "@survey-app/texts/linkVotingTexts.ts";
import { Icon } from "../ui/Icon.tsx";
import { UserText } from "../ui/UserText.tsx";

/** Longer descriptions are folded, so that the answers stay in view on a phone; in characters. */
const SHORT = 140;

/** The description of a question that a person votes on by phone; nothing if it is empty. */
export function FoldedDescription({ text, language }: { text: string; language: string | null }) {
  if (!text) return null;
  const full = (
    <UserText as="p" lang={language} className="whitespace-pre-line">
      {text}
    </UserText>
  );
  if (text.length <= SHORT) return full;
  return (
    <details>
      <summary className="flex items-center gap-2 py-2 font-medium">
        <Icon name="chevron" size={16} /> {linkVotingTexts.description}
      </summary>
      {full}
    </details>
  );
}
