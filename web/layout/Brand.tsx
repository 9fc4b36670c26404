import * as frameTexts from "@survey-app/texts/frameTexts.ts";

/** The product's name with the tally bar as its logo. */
export function Brand() {
  return (
    // One line high: where the bar has no room for the name, because words are longer in some languages, it wraps out of view.
    <span className="flex h-7 max-w-full flex-wrap items-center gap-x-2.5 overflow-hidden text-lg/7 font-bold tracking-tight whitespace-nowrap">
      <svg aria-hidden="true" viewBox="0 -8 30 28" className="h-7 w-7.5">
        <rect width="18" height="12" rx="3" className="fill-yes" />
        <rect x="20.5" width="9.5" height="12" rx="3" className="fill-no" />
      </svg>
      <span>{frameTexts.brand}</span>
    </span>
  );
}
