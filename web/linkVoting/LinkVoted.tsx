import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as ballotTexts from "@survey-app/texts/ballotTexts.ts";
import * as linkVotingTexts from "@survey-app/texts/linkVotingTexts.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { buttonLook } from "../ui/buttonLook.ts";
import { offeredChoices } from "../votes/choices.ts";
import { VoteWord } from "../votes/VoteWord.tsx";
import { AT } from "./laterTexts.ts";

const TITLE_ID = "voted";

/** The answer, in place of the form. The script writes and shows it. */
export function LinkVoted({ survey }: { survey: FullSurvey }) {
  const { results, resultsVisible, resultsOpen, userName, deadline } = survey;
  const isHidden = results !== "afterVote" && !resultsVisible;
  const waits = resultsOpen === "whenShown" && deadline !== null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div
      hidden
      data-part="voted"
      role="group"
      aria-labelledby={TITLE_ID}
      tabIndex={-1}
      className="space-y-2 outline-none"
    >
      <h2 id={TITLE_ID} className="voted text-xl font-semibold">
        <span data-part="youVoted" data-text={isHidden ? ballotTexts.voteIsIn : voteTexts.youVoted} />{" "}
        {offeredChoices(survey).map(({ value }) => (
          <span key={value} hidden data-answer={value}>
            <VoteWord vote={Number(value) as 0 | 1 | 2} isLater />
          </span>
        ))}
      </h2>
      <p
        className="text-muted"
        data-part="counted"
        data-text={waits ? linkVotingTexts.countedUntilShown(userName, AT) : voteTexts.counted}
        data-at={waits ? deadline : undefined}
        data-shown={waits ? voteTexts.counted : undefined}
      />
    </div>
  );
}

/** The voter's receipt and next steps, below the result; shown with the answer (link.css). The script writes them. */
export function LinkReceipt({ survey }: { survey: FullSurvey }) {
  return (
    <div className="link-kept space-y-2">
      <p hidden data-part="receiptLine" className="text-sm text-muted">
        <span data-text={voteTexts.receipt} /> <code translate="no" data-part="receipt" className="text-ink" />
        <br />
        <span data-text={voteTexts.receiptUse} />
      </p>
      {survey.changeable && (
        <p hidden data-part="change" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <button
            type="button"
            data-part="changeButton"
            data-text={voteTexts.change}
            className={buttonLook("quiet", true)}
          />
          <span data-part="changesLeft" />
        </p>
      )}
    </div>
  );
}
