import * as uiTexts from "../texts/uiTexts.ts";
import { Icon } from "../ui/Icon.tsx";
import type { EmbedView } from "./embedView.ts";

/** The result, with names for the parts that the script updates. Yes is solid and No hatched, as in the app's tally. */
export function EmbedTally({ view: { headline, parts, yesShare } }: { view: EmbedView }) {
  return (
    <>
      <p data-part="headline" className="font-semibold">
        {headline}
      </p>
      <div data-part="tally" hidden={parts === null} className="space-y-2 tabular-nums">
        <dl className="flex justify-between gap-4">
          <div className="text-yes">
            <dt className="flex items-center gap-1 text-sm font-semibold">
              <Icon name="check" size={16} /> {uiTexts.yes}
            </dt>
            <dd data-part="yesFirst" className="text-xl font-bold">
              {parts?.yesFirst}
            </dd>
            <dd data-part="yesSecond" className="text-sm text-muted">
              {parts?.yesSecond}
            </dd>
          </div>
          <div className="text-right text-no">
            <dt className="flex items-center justify-end gap-1 text-sm font-semibold">
              <Icon name="cross" size={16} /> {uiTexts.no}
            </dt>
            <dd data-part="noFirst" className="text-xl font-bold">
              {parts?.noFirst}
            </dd>
            <dd data-part="noSecond" className="text-sm text-muted">
              {parts?.noSecond}
            </dd>
          </div>
        </dl>
        <svg aria-hidden="true" width="100%" height="12" className="block rounded-full">
          <defs>
            <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="6" height="6" className="fill-no" />
              <rect width="2" height="6" className="fill-surface" fillOpacity="0.45" />
            </pattern>
          </defs>
          <rect width="100%" height="12" fill="url(#hatch)" />
          <rect data-part="yesBar" width={`${yesShare}%`} height="12" className="fill-yes" />
        </svg>
      </div>
    </>
  );
}
