import { SurveyDate } from "./SurveyDate.tsx";

/** "Voting ended on 31-12-2026." */
export function EndedNote({ deadline }: { deadline: string | null }) {
  return deadline ? (
    <>
      Voting ended on <SurveyDate at={deadline} />.
    </>
  ) : (
    "Voting has ended."
  );
}
