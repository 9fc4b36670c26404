import type { DemoReset } from "@survey-app/contract/pageSettings.ts";
import * as demoTexts from "@survey-app/texts/demoTexts.ts";
import { buttonLook } from "../ui/buttonLook.ts";
import { demoResetText } from "./demoResetText.ts";

interface DemoNoticeProps {
  reset: DemoReset;
  /** The server's clock, in ms. */
  now: number;
  /** The file of `entry.demo.ts`. */
  script: string;
  /** Classes of the notice, and of what is in it. */
  look: { notice: string; content: string };
}

/**
 * Says when a public demo resets. Only the server renders it; its script counts the minutes, and says so when the
 * server runs another demo: only then are screen readers told something, and the notice stays in view.
 */
export function DemoNotice({ reset, now, script, look }: DemoNoticeProps) {
  return (
    <aside aria-label={demoTexts.label} data-demo-reset={reset.at} data-now={now} className={look.notice}>
      <div className={`flex flex-wrap items-center gap-x-4 gap-y-2 text-sm ${look.content}`}>
        <div>
          <p>{demoResetText(reset.at - now)}</p>
          <p role="status" />
        </div>
        {/* With a target the browser itself loads the page, not the app. */}
        <a href="/" target="_self" hidden className={buttonLook("quiet", true)}>
          {demoTexts.toHome}
        </a>
      </div>
      <script type="module" src={script} />
    </aside>
  );
}
