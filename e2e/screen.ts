import type { Page } from "@playwright/test";
import type { SurveyFields } from "./surveys.ts";

/** A state of a screen after an action. */
interface State {
  name: string;
  act: (page: Page) => Promise<unknown>;
}

/** One screen, in its states one after the other. */
export interface Screen {
  name: string;
  /**
   * `{running}` and `{ended}` are the demo's surveys in that state, `{feedback}` is feedback to the surveyor,
   * `{reset-link}` a new link, `{series}` a new survey that was asked again, `{list}` a new saved list of the surveyor,
   * `{meeting}` and `{voted-meeting}` new meetings whose first question is open, or ended, `{own-meeting}` and
   * `{own-running}` the surveyor's meetings with drafts; the second one has an open question.
   */
  path: string;
  /** The screen's main heading. */
  heading: string | RegExp;
  /** Further states; Esc closes the dialog of one before the next. */
  states?: State[];
  /** Console errors that are expected here. */
  trouble?: RegExp;
  /** A survey that is published before the screen is opened. */
  published?: SurveyFields;
  /** The title of a new user's first question, which awaits review before the screen is opened. */
  asked?: string;
  /** Uses a new account, because the screen would change the account that checks the others. */
  asNewUser?: true;
}

/** Presses a button of the page's main part. */
export const submit = (name: string) => (page: Page) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();
