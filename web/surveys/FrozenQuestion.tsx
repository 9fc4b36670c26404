import { CATEGORIES, type FullSurvey, NOTES_MAX } from "@survey-app/contract/surveys.ts";
import type { ReactNode } from "react";
import { pictureSources } from "../images/pictureSources.ts";
import { plural } from "../texts/texts.ts";
import { Icon } from "../ui/Icon.tsx";
import { innerIcons } from "../ui/innerIcons.ts";
import { Picture } from "../ui/Picture.tsx";
import { UserText } from "../ui/UserText.tsx";
import { SurveyDate } from "./SurveyDate.tsx";

interface FrozenQuestionProps {
  survey: FullSurvey;
  /** Voting has ended, so the deadline can't change either. */
  hasEnded: boolean;
}

/** The question that people have voted on: read-only, with the reason (product §5). */
export function FrozenQuestion({ survey, hasEnded }: FrozenQuestionProps) {
  const { Title, category, image, Description, createDate, deadline, totalVotes, notes } = survey;
  return (
    <section aria-labelledby="frozen" className="space-y-6 rounded-2xl border border-line bg-surface p-6">
      <div className="flex gap-3">
        <span className="mt-1 text-muted">
          <Icon path={innerIcons.lock} />
        </span>
        <div className="space-y-1">
          <h2 id="frozen" className="text-lg">
            People have voted, so the question can't change
          </h2>
          <p className="text-muted">
            {plural(totalVotes, "vote")} so far. {whatCanChange(survey, hasEnded)}
          </p>
        </div>
      </div>
      <dl className="grid gap-x-6 gap-y-4 border-t border-line pt-6 sm:grid-cols-[minmax(0,1fr)_13rem]">
        <Fixed name="Title">
          <UserText>{Title}</UserText>
        </Fixed>
        <div className="sm:col-start-2 sm:row-span-4 sm:row-start-1">
          <dt className="text-sm text-muted">Image</dt>
          <dd>
            <Picture
              {...pictureSources(image, category)}
              sizes="13rem"
              alt="The survey's picture"
              className="mt-1 h-32 w-52 rounded-lg"
            />
          </dd>
        </div>
        <Fixed name="Category">{CATEGORIES[category]}</Fixed>
        <Fixed name="Description">
          {Description ? <UserText>{Description}</UserText> : <span className="text-muted">none</span>}
        </Fixed>
        <Fixed name="Start date">
          <SurveyDate at={createDate} />
        </Fixed>
        {(deadline === null || hasEnded) && (
          <Fixed name="Deadline">{deadline ? <SurveyDate at={deadline} /> : "none, it never ends"}</Fixed>
        )}
        {notes.map(({ text, createdAt }) => (
          <div key={createdAt + text} className="sm:col-span-2">
            <Fixed name="Note">
              <SurveyDate at={createdAt} />: <UserText>{text}</UserText>
            </Fixed>
          </div>
        ))}
      </dl>
    </section>
  );
}

function whatCanChange({ deadline, notes }: FullSurvey, hasEnded: boolean): string {
  const note = notes.length < NOTES_MAX ? "add a note" : null;
  const later = deadline !== null && !hasEnded ? "move the deadline to a later day" : null;
  const can = [note, later].filter((each) => each !== null).join(" and ");
  return [hasEnded && "Voting has ended, so the deadline can't change either.", can && `You can ${can}.`]
    .filter((each) => each)
    .join(" ");
}

function Fixed({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  );
}
