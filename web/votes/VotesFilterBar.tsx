import { sealsEarlierAnswers } from "@survey-app/contract/ballots/ballots.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { useEffect, useRef } from "react";
import { SearchBox } from "../ui/SearchBox.tsx";
import { Select } from "../ui/Select.tsx";
import type { VotesFilter } from "./votes.queries.ts";

const orders = [
  { value: "newest", label: voteTexts.newestFirst },
  { value: "oldest", label: voteTexts.oldestFirst },
];

interface VotesFilterBarProps {
  filter: VotesFilter;
  survey: Survey;
  onChange: (change: Partial<VotesFilter>) => void;
}

/**
 * Search by name, answer and order. A search is sorted by name, so it can't be ordered by time; neither can a list
 * where earlier answers stay sealed. It takes the focus, because it replaces the button that opened it.
 */
export function VotesFilterBar({ filter, survey, onChange }: VotesFilterBarProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.querySelector("input")?.focus(), []);
  const shown = [
    { value: "", label: voteTexts.allAnswers },
    { value: "1", label: uiTexts.yes },
    { value: "0", label: uiTexts.no },
    ...(survey.unsure ? [{ value: "2", label: uiTexts.unsure }] : []),
    { value: "commented", label: voteTexts.withComment },
  ];
  return (
    <search ref={box} className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_min(11rem,30%)_min(11rem,30%)] print:hidden">
      <SearchBox label={voteTexts.searchByName} text={filter.q} onSearch={(q) => onChange({ q })} />
      <Select
        label={voteTexts.whichVotes}
        hideLabel
        value={filter.shown}
        options={shown}
        onChange={(value) => onChange({ shown: value as VotesFilter["shown"] })}
      />
      {filter.q === "" && !sealsEarlierAnswers(survey) && (
        <Select
          label={voteTexts.orderOfVotes}
          hideLabel
          value={filter.order}
          options={orders}
          onChange={(value) => onChange({ order: value as VotesFilter["order"] })}
        />
      )}
    </search>
  );
}
