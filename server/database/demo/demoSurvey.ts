import type { Category, PUBLISHED, WAITING } from "@survey-app/contract/surveys.ts";
import type { Scene } from "./motifs/motifs.ts";

export type DemoSurvey = {
  title: string;
  description: string;
  category: Category;
  startsDaysAgo: number;
  /** Negative: voting ended that many days ago. Null: it never ends. */
  endsInDays: number | null;
  status: typeof WAITING | typeof PUBLISHED;
  /** 0 to 1, of `votes`. */
  yesShare: number;
  /** At most as many as there are demo voters; none while it waits for publication. */
  votes: number;
  scene: Scene;
};
