import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useUser } from "../session/useSession.ts";
import { ownChoices } from "./votes.queries.ts";
import { YouVoted } from "./YouVoted.tsx";

interface OwnChoiceMarkProps {
  surveyId: string;
  /** The surveys shown together: one request loads the votes on all of them. */
  among: readonly string[];
  /** Shown to users who have not voted. */
  children: ReactNode;
}

/** "You voted Yes" on a card, or only "You voted" where votes are secret. */
export function OwnChoiceMark({ surveyId, among, children }: OwnChoiceMarkProps) {
  const reader = useUser()?._id ?? null;
  const { data } = useQuery(ownChoices(among, reader));
  const own = data?.find((each) => each.surveyId === surveyId);
  if (!own) return children;
  return (
    <p className="flex min-h-9 items-center gap-1.5 text-sm">
      <YouVoted vote={own.vote} />
    </p>
  );
}
