/** The classes of the button that changes the text size. */
export const textSizeLook =
  "inline-flex size-11 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-ink print:hidden";

/** A small and a large A, as on electronic readers. */
export const textSizeIcon = "M2 19l3.5-9L9 19M3.3 16h4.4M10 19l5.5-14L21 19M12.1 14h6.8";
