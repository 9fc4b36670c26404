import type { BallotSettings } from "@survey-app/contract/ballots/ballots.ts";
import type { PassRule } from "@survey-app/contract/ballots/passRule.ts";
import type { UnpublishReason } from "@survey-app/contract/surveys/moderation.ts";
import type { Category } from "@survey-app/contract/surveys/surveyFields.ts";
import type { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import surveys from "./surveys.json" with { type: "json" };

export interface DemoSurvey {
  title: string;
  description: string;
  category: Category;
  startsDaysAgo: number;
  /** Negative: voting ended that many days ago. Null: it never ends. */
  endsInDays: number | null;
  status: typeof WAITING | typeof PUBLISHED;
  /** 0 to 1, of `votes`. */
  yesShare: number;
  /** At most the number of demo voters; 0 before the first publication. */
  votes: number;
  /** Why it was unpublished, its owner's appeal, and the report that was upheld with it. */
  unpublished?: { reason: UnpublishReason; feedback: string; appeal: string; report: string };
  /** The settings of the vote that differ from the defaults. */
  settings?: Partial<BallotSettings>;
  /** Its pass rule, if it has one. */
  passRule?: PassRule;
  /** Whether one for invited people is in public lists. */
  listed?: boolean;
  /** The contact for questions about it. */
  contact?: string;
  /** The owner's decision, two days after the end. */
  outcome?: string;
  /**
   * The name of its files in `pictures/`, without width and ending. Without it, the survey has its category's drawing.
   */
  picture?: string;
  imageAlt?: string;
}

/** The demo's surveys. Their categories take turns, so that lists look mixed. */
export const demoSurveys = surveys as readonly DemoSurvey[];

/** When the voting on a survey of the demo started. @param now in milliseconds since 1970, as the result */
export const startOf = ({ startsDaysAgo }: DemoSurvey, now: number): number => now - startsDaysAgo * DAY_MS;
