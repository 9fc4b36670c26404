import { describePassRule } from "@survey-app/contract/results/passRuleText.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import * as passRuleTexts from "@survey-app/texts/passRuleTexts.ts";
import * as resultTexts from "@survey-app/texts/resultTexts.ts";
import type { ReactNode } from "react";
import { SurveyTime } from "../surveys/SurveyTime.tsx";
import { classes } from "../ui/classes.ts";
import { Day } from "../ui/Day.tsx";
import { SurveyRecord } from "./SurveyRecord.tsx";

/** The facts by which a reader judges a result: who was asked, when, and under which settings. */
export function ResultFacts({ survey }: { survey: FullSurvey }) {
  const { label, closedAt } = survey;
  const { from } = label.asked;
  const facts = resultTexts.facts;
  const rows: [name: string, value: ReactNode][] = [
    [facts.electorate, resultTexts.electorates[label.electorate]],
    [facts.identity, resultTexts.identities[label.identity]],
    [
      facts.asked,
      closedAt === null
        ? resultTexts.askedSince(<Day at={from} />)
        : resultTexts.askedBetween(<Day at={from} />, <SurveyTime at={closedAt} edge="end" />),
    ],
    [
      facts.deadline,
      label.plannedTo === null ? resultTexts.noDeadline : describePlan(label.plannedTo, label.deadlineMoves),
    ],
    [facts.results, resultTexts.resultsDuring[label.resultsDuring]],
    [facts.privacy, label.electorate === "link" ? resultTexts.byLink : resultTexts.privacy[label.privacy]],
    [facts.change, describeChange(label)],
  ];
  if (label.passRule) rows.push([passRuleTexts.field, describePassRule(label.passRule)]);
  if (label.notes > 0) rows.push([facts.notes, formatCount(label.notes)]);
  return (
    <div className="space-y-4">
      {/* Texts twice as large leave a small phone no room for a day. */}
      <dl className="grid grid-cols-1 gap-x-8 gap-y-2 sm:grid-cols-[auto_1fr] max-sm:[&_time]:wrap-anywhere max-sm:[&_time]:whitespace-normal print:gap-y-0.5 print:text-sm">
        {rows.map(([name, value]) => (
          <div
            key={name}
            // On paper the period stands at the top, with months as words.
            className={classes(
              "border-b border-line pb-2 sm:contents",
              (name === facts.asked || name === facts.deadline) && "print:hidden",
            )}
          >
            <dt className="text-muted max-sm:text-sm">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <SurveyRecord survey={survey} />
    </div>
  );
}

function describePlan(at: string, moves: number): ReactNode {
  const end = <SurveyTime at={at} edge="end" />;
  return moves === 0 ? end : resultTexts.planned(end, moves);
}

function describeChange({ changeable, changes }: FullSurvey["label"]): string {
  if (!changeable) return resultTexts.notChangeable;
  return changes === null ? resultTexts.changeable : resultTexts.changeableSoFar(changes);
}
