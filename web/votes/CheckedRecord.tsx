import type { CheckedQuestion, RecordCheck } from "@survey-app/contract/results/checkRecord.ts";
import * as recordSentences from "@survey-app/texts/recordSentences.ts";
import * as recordTexts from "@survey-app/texts/recordTexts.ts";
import * as resultTexts from "@survey-app/texts/resultTexts.ts";
import { UserText } from "../ui/UserText.tsx";
import { Compared, Consistent, NotChecked, ResultInWords } from "./CheckedResult.tsx";

/** The record of a meeting whose file is consistent: its questions, what was checked, and what can't be. */
export function CheckedRecord({ record: { name, questions, parts, unchecked } }: { record: RecordCheck }) {
  const last = questions.at(-1);
  return (
    <div className="space-y-6">
      <Consistent />
      <div className="space-y-1">
        <UserText as="h2" className="text-xl">
          {name}
        </UserText>
        <p className="text-muted">{recordTexts.questions(questions.length)}</p>
      </div>
      <p className="max-w-prose">{recordTexts.proves}</p>
      <ol className="space-y-4">
        {questions.map((question) => (
          <li key={question.n} className="space-y-1 border-s-2 border-line ps-4">
            <Question question={question} />
          </li>
        ))}
      </ol>
      {last && <Compared head={last.head} text={recordTexts.compare} />}
      <NotChecked
        items={[
          ...parts.map((part) => recordTexts.unverifiable[part]),
          ...unchecked.map((group) => resultTexts.unverifiable[group]),
        ]}
      />
    </div>
  );
}

function Question({ question: { n, result } }: { question: CheckedQuestion }) {
  return (
    <>
      <p className="text-sm text-muted">{recordSentences.question(String(n))}</p>
      {result === null ? (
        <p>{recordTexts.notInFile}</p>
      ) : (
        <>
          <UserText as="h3" className="text-lg">
            {result.title}
          </UserText>
          <ResultInWords result={result} />
        </>
      )}
    </>
  );
}
