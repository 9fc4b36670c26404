import * as frameTexts from "@survey-app/texts/frameTexts.ts";

/** The product's name with the tally bar as its logo. */
export function Brand() {
  return (
    <span className="inline-flex items-center gap-2.5 text-lg font-bold tracking-tight whitespace-nowrap">
      <svg aria-hidden="true" width="30" height="12" viewBox="0 0 30 12">
        <rect width="18" height="12" rx="3" className="fill-yes" />
        <rect x="20.5" width="9.5" height="12" rx="3" className="fill-no" />
      </svg>
      {/* The narrowest bar has room for the logo alone; its link has the name. */}
      <span className="in-[header]:max-[23rem]:sr-only">{frameTexts.brand}</span>
    </span>
  );
}
