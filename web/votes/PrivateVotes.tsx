import type { Privacy } from "@survey-app/contract/ballots.ts";
import * as ballotTexts from "../texts/ballotTexts.ts";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";

/** In place of a list of votes, where those are not public. */
export function PrivateVotes({ privacy }: { privacy: Exclude<Privacy, "named"> }) {
  return (
    <p className="flex gap-2.5 text-muted">
      <span className="mt-0.5">
        <Icon path={innerIcons.lock} />
      </span>
      {ballotTexts.privateVotes[privacy]}
    </p>
  );
}
