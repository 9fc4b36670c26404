import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/Icon.tsx";
import type { EmbedView } from "./embedView.ts";

/**
 * The result, with names for the parts that the script updates. Yes is solid, No hatched and Not sure dotted, as in the
 * app's tally.
 */
export function EmbedTally({ view: { headline, parts, yesShare, unsureShare } }: { view: EmbedView }) {
  return (
    <>
      <p data-part="headline" className="font-semibold">
        {headline}
      </p>
      <div data-part="tally" hidden={parts === null} className="space-y-2 tabular-nums">
        <dl className="flex justify-between gap-4">
          <Side name="yes" parts={parts} />
          <Side name="no" parts={parts} />
        </dl>
        <svg aria-hidden="true" width="100%" height="12" className="block rounded-full rtl:-scale-x-100">
          <defs>
            <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="6" height="6" className="fill-no" />
              <rect width="2" height="6" className="fill-surface" fillOpacity="0.45" />
            </pattern>
            <pattern id="dots" width="5" height="5" patternUnits="userSpaceOnUse">
              <rect width="5" height="5" className="fill-sunken" />
              <circle cx="2.5" cy="2.5" r="1.75" className="fill-unsure" />
            </pattern>
          </defs>
          <rect width="100%" height="12" fill="url(#hatch)" />
          <rect data-part="unsureBar" x={`${yesShare}%`} width={`${unsureShare}%`} height="12" fill="url(#dots)" />
          <rect data-part="yesBar" width={`${yesShare}%`} height="12" className="fill-yes" />
        </svg>
      </div>
    </>
  );
}

const sides = {
  yes: { word: uiTexts.yes, icon: "check", look: "text-yes", head: "" },
  no: { word: uiTexts.no, icon: "cross", look: "text-end text-no", head: "justify-end" },
} as const;

function Side({ name, parts }: { name: keyof typeof sides; parts: EmbedView["parts"] }) {
  const { word, icon, look, head } = sides[name];
  return (
    <div className={look}>
      <dt className={classes("flex items-center gap-1 text-sm font-semibold", head)}>
        <Icon name={icon} size={16} /> {word}
      </dt>
      <dd data-part={`${name}First`} className="text-xl font-bold">
        {parts?.[`${name}First`]}
      </dd>
      <dd data-part={`${name}Second`} className="text-sm text-muted">
        {parts?.[`${name}Second`]}
      </dd>
    </div>
  );
}
