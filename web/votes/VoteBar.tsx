import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { classes } from "../ui/classes.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";

interface VoteBarProps {
  /** The name of the picked answer. */
  picked: string | undefined;
  /** Why the vote could not be sent. */
  problem: string | null;
  isBusy: boolean;
}

/**
 * The button that votes. Once an answer is picked, it is in view on a phone, wherever its form is scrolled to. The bar
 * doesn't take up more room then.
 */
export function VoteBar({ picked, problem, isBusy }: VoteBarProps) {
  return (
    <div className={classes("space-y-3", picked && "bottom-bar")}>
      {problem && <ErrorPanel text={problem} />}
      <ActionButton
        type="submit"
        busy={isBusy}
        again={picked ? voteTexts.pressAgainFor(picked) : voteTexts.pressAgain}
        className="w-full"
      >
        {picked ? voteTexts.voteFor(picked) : voteTexts.vote}
      </ActionButton>
    </div>
  );
}
