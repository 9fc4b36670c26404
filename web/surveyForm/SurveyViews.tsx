import { type ReactNode, useState } from "react";
import type { SurveyFormState } from "../surveys/surveyValues.ts";
import * as askTexts from "../texts/askTexts.ts";
import { classes } from "../ui/classes.ts";
import { SurveyPreview } from "./SurveyPreview.tsx";

interface SurveyViewsProps {
  form: SurveyFormState;
  timeZone: string;
  hasPreview: boolean;
  /** The form. */
  children: ReactNode;
}

/** The form with a live preview beside it; on narrow screens one of the two is shown. */
export function SurveyViews({ form, timeZone, hasPreview, children }: SurveyViewsProps) {
  const [view, setView] = useState<"write" | "preview">("write");
  if (!hasPreview) return <div className="max-w-2xl">{children}</div>;
  const hidden = (other: typeof view) => view === other && "@max-[50rem]:hidden";
  return (
    <div className="@container">
      <fieldset className="mb-6 flex gap-1 rounded-xl bg-sunken p-1 @min-[50rem]:hidden">
        <legend className="sr-only">{askTexts.views.label}</legend>
        {(["write", "preview"] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={view === each}
            onClick={() => setView(each)}
            className={classes(
              "min-h-10 flex-1 rounded-lg font-semibold",
              view === each ? "bg-surface text-ink shadow-rest" : "text-muted",
            )}
          >
            {askTexts.views[each]}
          </button>
        ))}
      </fieldset>
      <div className="grid items-start gap-x-10 gap-y-8 @min-[50rem]:grid-cols-[minmax(0,1fr)_20rem] @min-[64rem]:grid-cols-[minmax(0,1fr)_24rem]">
        <div className={classes("min-w-0", hidden("preview"))}>{children}</div>
        <div className={classes("min-w-0 @min-[50rem]:sticky @min-[50rem]:top-24", hidden("write"))}>
          <SurveyPreview form={form} timeZone={timeZone} />
        </div>
      </div>
    </div>
  );
}
