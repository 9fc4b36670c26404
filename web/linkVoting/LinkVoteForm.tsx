import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { dayAndTime } from "@survey-app/contract/text/time.ts";
import * as linkVotingTexts from "@survey-app/texts/linkVotingTexts.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { buttonLook } from "../ui/buttonLook.ts";
import { Icon } from "../ui/Icon.tsx";
import { RadioCards } from "../ui/RadioCards.tsx";
import { textSizeIcon, textSizeLook } from "../ui/textSizeLook.ts";
import { ContactLine } from "../votes/ContactLine.tsx";
import { offeredChoices } from "../votes/choices.ts";
import { QUESTION_ID } from "../votes/questionId.ts";
import { ruleFacts } from "../votes/ruleFacts.ts";

interface LinkVoteFormProps {
  survey: FullSurvey;
  /** The address to which the form is sent without JavaScript. */
  action: string;
  /** The zone of its dates. */
  zone: string;
}

const ignore = () => undefined;

/** The vote form. It works without the script, which only sends it without leaving the page. */
export function LinkVoteForm({ survey, action, zone }: LinkVoteFormProps) {
  return (
    // Browsers would fill in the choice again after a reload, also for a question that was edited. The script keeps it.
    <form data-part="form" method="post" action={action} noValidate autoComplete="off" className="space-y-4">
      <input type="hidden" name="question" value={survey.label.questionHash} />
      <p hidden data-part="now" className="text-muted" />
      <RadioCards
        legend={<span data-part="legend">{voteTexts.legend}</span>}
        question={QUESTION_ID}
        hint={voteTexts.notSentYet}
        corner={
          <button type="button" data-part="textSize" className={`invisible ${textSizeLook}`}>
            <Icon path={textSizeIcon} />
          </button>
        }
        name="vote"
        choices={offeredChoices(survey)}
        picked=""
        onPick={ignore}
      />
      <div role="alert">
        <p
          hidden
          data-part="problem"
          tabIndex={-1}
          className="rounded-xl border border-danger/40 bg-danger-soft px-5 py-4 wrap-anywhere"
        />
      </div>
      <button
        type="button"
        hidden
        data-part="reload"
        data-text={linkVotingTexts.reload}
        className={buttonLook("quiet", true)}
      />
      <p aria-live="polite" data-part="again" className="sr-only" />
      <div className="flex flex-wrap gap-3">
        <button type="submit" data-part="send" className={`${buttonLook("main", false)} grow`}>
          {voteTexts.vote}
        </button>
        <button type="button" hidden data-part="keep" className={buttonLook("plain", false)} />
      </div>
      <ContactLine contact={survey.contact} />
      {survey.resultsOpen === "whenShown" && survey.deadline && (
        <p data-part="untilShown" className="text-sm text-muted">
          {linkVotingTexts.untilShown(
            survey.userName,
            <time dateTime={survey.deadline} data-exact>
              {dayAndTime(survey.deadline, zone)}
            </time>,
          )}
        </p>
      )}
      <details className="text-sm text-muted">
        <summary className="flex items-center gap-2 py-1">
          <Icon name="chevron" size={16} /> {ruleFacts(survey, zone)}
        </summary>
        {voteTexts.whoSeesByLink} {voteTexts.mayChange(survey.changeable)}
      </details>
    </form>
  );
}
