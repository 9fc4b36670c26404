import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as cardTexts from "@survey-app/texts/cardTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { voteDraftKey } from "../session/draftKeys.ts";
import { classes } from "../ui/classes.ts";
import { readDraft, writeDraft } from "../ui/draft.ts";
import { Icon } from "../ui/Icon.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";

const choices = [
  { word: uiTexts.yes, vote: 1, icon: "check" },
  { word: uiTexts.no, vote: 0, icon: "cross" },
] as const;

interface QuickVoteProps {
  survey: Survey;
  small?: boolean;
  className?: string;
}

/**
 * From here a vote takes two clicks: the choice, then "Vote Yes" on the survey's page. Secret votes are chosen there,
 * and so are votes without an account. The form gets the choice as a draft; the one in the address, which any site can
 * make, is for tabs without the draft.
 */
export function QuickVote({ survey, small = false, className = "gap-3" }: QuickVoteProps) {
  const { _id, Title, privacy, electorate } = survey;
  const draft = voteDraftKey(_id);
  // The choice would be in the URL, which browsers and proxies keep.
  if (privacy === "secret" || electorate !== "everyone")
    return (
      <div className={classes("grid", className)}>
        <LinkButton
          look="quiet"
          small={small}
          className="max-sm:min-h-11"
          href={`/surveydetails/${_id}`}
          aria-label={uiTexts.actionFor(cardTexts.vote, Title)}
        >
          {cardTexts.vote}
        </LinkButton>
      </div>
    );
  return (
    <div className={classes("flex flex-wrap *:flex-1", className)}>
      {choices.map(({ word, vote, icon }) => (
        <LinkButton
          key={word}
          look="quiet"
          small={small}
          className="max-sm:min-h-11"
          href={`/surveydetails/${_id}?vote=${vote}`}
          aria-label={uiTexts.actionFor(word, Title)}
          onClick={() => writeDraft("session", draft, { ...readDraft("session", draft), vote: String(vote) })}
        >
          {!small && <Icon name={icon} size={18} />} {word}
        </LinkButton>
      ))}
    </div>
  );
}
