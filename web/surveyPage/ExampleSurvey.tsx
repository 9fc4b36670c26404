import * as homeTexts from "@survey-app/texts/homeTexts.ts";
import { Tally } from "../ui/Tally.tsx";

const votes = { totalVotes: 40, yesVotes: 26, noVotes: 14, unsureVotes: 0, participants: 40 };
const totals = { ...votes, resultsVisible: true, resultsOpen: null };

/** In the banner of a site without surveys: how a question and its result look. */
export function ExampleSurvey() {
  return (
    <section aria-labelledby="example" className="rounded-3xl border border-line bg-surface p-5 shadow-float sm:p-8">
      <p className="text-sm font-medium text-muted">{homeTexts.example.label}</p>
      <h2 id="example" className="mt-3 mb-5 text-xl sm:mt-4 sm:mb-8 sm:text-2xl">
        {homeTexts.example.title}
      </h2>
      <Tally totals={totals} size="large" />
    </section>
  );
}
