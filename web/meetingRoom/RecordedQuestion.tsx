import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import {
  describeCourse,
  describeList,
  describePrivacy,
  describeQuestion,
} from "@survey-app/contract/meetings/recordText.ts";
import { describePassRule } from "@survey-app/contract/results/passRuleText.ts";
import * as labelSentences from "@survey-app/texts/labelSentences.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import * as recordSentences from "@survey-app/texts/recordSentences.ts";
import * as recordTexts from "@survey-app/texts/recordTexts.ts";
import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import { UserText } from "../ui/UserText.tsx";

/** A question of a meeting: its text, the verdict, the numbers, and how the vote went. */
export function RecordedQuestion({ question }: { question: OpenedQuestion }) {
  const { n, Title, Description, language, state } = question;
  const sentences = sentencesOf(question);
  return (
    <section
      aria-label={recordSentences.question(String(n))}
      className="space-y-3 rounded-2xl border border-line bg-surface p-5 sm:p-6 print:space-y-1.5 print:p-4"
    >
      <div className="space-y-1">
        <p className="text-sm font-medium text-muted">{recordSentences.question(String(n))}</p>
        {Title !== null && <UserText of={{ Title, language }} as="h2" className="text-xl print:text-base" />}
        {Description && (
          <UserText lang={language} as="p" className="whitespace-pre-line text-muted">
            {Description}
          </UserText>
        )}
      </div>
      {state === "open" ? (
        <p>{recordSentences.stillOpen}</p>
      ) : (
        <p className="text-lg font-semibold print:text-base">
          {state === "ended" ? resultSentences.beingCounted : describeQuestion(question)}
        </p>
      )}
      {state === "closed" && <Numbers question={question} />}
      {sentences.length > 0 && (
        <ul className="space-y-1 text-sm text-muted">
          {sentences.map((sentence) => (
            <li key={sentence} className="wrap-anywhere">
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The sentences about how people voted, the rule, the changes of the list, and the course of the vote. */
function sentencesOf(question: OpenedQuestion): string[] {
  const { state, passRule, list } = question;
  if (state !== "closed") return describeCourse(question);
  const replaced = list?.replaced ?? 0;
  return [
    describePrivacy(question),
    passRule ? resultSentences.asSentence(describePassRule(passRule)) : "",
    describeList(question),
    list && list.codes > 0 ? describeCodes(list) : "",
    replaced > 0 ? labelSentences.replaced(replaced) : "",
    list && list.objections > 0 ? labelSentences.objections(list.objections) : "",
    ...describeCourse(question),
  ].filter(Boolean);
}

const describeCodes = ({ codes, invited, added }: NonNullable<OpenedQuestion["list"]>): string =>
  codes === invited + added ? labelSentences.codesForAll : labelSentences.codesForSome(codes);

function Numbers({ question }: { question: OpenedQuestion }) {
  const { people, participants, yesVotes, noVotes, unsure, unsureVotes } = question;
  const numbers: [label: string, count: number | null][] = [
    [recordTexts.columns.people, people],
    [recordTexts.columns.voted, participants],
    [recordTexts.columns.yes, yesVotes],
    [recordTexts.columns.no, noVotes],
    [recordTexts.columns.unsure, unsure ? unsureVotes : null],
  ];
  return (
    // On a phone the answers stand in a row of their own.
    <dl className="grid grid-cols-3 gap-x-4 gap-y-3 tabular-nums sm:flex sm:gap-x-8 print:flex print:gap-x-8">
      {numbers.map(([label, count]) =>
        count === null ? null : (
          <div key={label} className={label === recordTexts.columns.yes ? "col-start-1" : undefined}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="text-xl font-semibold print:text-base">{formatCount(count)}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
