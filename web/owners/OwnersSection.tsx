import type { CoOwner, SurveyOwners } from "@survey-app/contract/surveys/owners.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { CO_OWNERS_MAX } from "@survey-app/contract/text/limits.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import * as ownersTexts from "@survey-app/texts/ownersTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { useConfirmation } from "../api/useConfirmation.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Day } from "../ui/Day.tsx";
import { Section } from "../ui/Section.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { InviteCoOwner } from "./InviteCoOwner.tsx";
import { LeaveDialog } from "./LeaveDialog.tsx";
import { ownersOf, type SharedSurvey, useRemoveCoOwner } from "./owners.queries.ts";

/** The owners of a survey. Its owner invites and removes co-owners; co-owners can leave. */
export function OwnersSection({ survey }: { survey: Pick<Survey, "_id" | "Title" | "language"> }) {
  const query = useQuery(ownersOf(survey._id));
  return (
    <Section title={ownersTexts.title} text={ownersTexts.text}>
      {query.data ? <Owners survey={survey} owners={query.data} /> : <QueryFallback query={query} className="h-24" />}
    </Section>
  );
}

function Owners({ survey, owners }: { survey: Pick<Survey, "_id" | "Title" | "language">; owners: SurveyOwners }) {
  const { owner, coOwners } = owners;
  const [removed, setRemoved] = useState<CoOwner | null>(null);
  const [left, setLeft] = useState<SharedSurvey | null>(null);
  const confirmation = useConfirmation(useRemoveCoOwner(survey._id), {
    subject: removed,
    onDone: (coOwner) => toast(ownersTexts.removed(nameOf(coOwner))),
    onClose: () => setRemoved(null),
  });
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        <Person name={personName(owner.name)} email={owner.email} isYou={owner.isYou} state={ownersTexts.owner} />
        {coOwners.map((coOwner) => (
          <Person key={coOwner._id} {...coOwner} state={stateOf(coOwner)}>
            {owner.isYou && (
              <Button
                look="plain"
                small
                aria-haspopup="dialog"
                aria-label={ownersTexts.removeName(nameOf(coOwner))}
                onClick={() => setRemoved(coOwner)}
              >
                <span className="text-danger">{ownersTexts.remove}</span>
              </Button>
            )}
            {coOwner.isYou && (
              <Button
                look="quiet"
                small
                aria-haspopup="dialog"
                onClick={() => setLeft({ ...survey, surveyId: survey._id })}
              >
                {ownersTexts.leave}
              </Button>
            )}
          </Person>
        ))}
      </ul>
      {owner.isYou && coOwners.length < CO_OWNERS_MAX && <InviteCoOwner surveyId={survey._id} />}
      <ConfirmDialog title={ownersTexts.removeTitle} label={ownersTexts.remove} look="danger" {...confirmation}>
        {removed && ownersTexts.removeText(nameOf(removed))}
      </ConfirmDialog>
      <LeaveDialog survey={left} onClose={() => setLeft(null)} onLeft={() => navigate("/dashboard/shared")} />
    </>
  );
}

const nameOf = ({ name, email }: CoOwner) => name ?? email;

function stateOf({ acceptedAt, invitedAt, isActive }: CoOwner): ReactNode {
  if (acceptedAt === null) return ownersTexts.invited(<Day at={invitedAt} />);
  return isActive ? ownersTexts.coOwner : ownersTexts.inactive;
}

interface PersonProps {
  name: string | null;
  email: string;
  isYou: boolean;
  state: ReactNode;
  children?: ReactNode;
}

function Person({ name, email, isYou, state, children }: PersonProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">
          <UserText>{name ?? email}</UserText>
          {isYou && <span className="font-normal text-muted"> {ownersTexts.you}</span>}
        </p>
        {name !== null && (
          <UserText as="p" className="text-sm text-muted wrap-anywhere">
            {email}
          </UserText>
        )}
        <p className="text-sm text-muted">{state}</p>
      </div>
      {children}
    </li>
  );
}
