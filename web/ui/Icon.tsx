const paths = {
  check: "M5 12.5l4.5 4.5L19 7.5",
  cross: "M6 6l12 12M18 6L6 18",
  chevron: "M6 9l6 6 6-6",
  menu: "M4 7h16M4 12h16M4 17h16",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4",
  moon: "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z",
  screen: "M3 5h18v11H3zM9 20h6M12 16v4",
  arrow: "M5 12h14M13 6l6 6-6 6",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2",
  question: "M7.5 8.5a4.5 4.5 0 1 1 6.7 3.9c-1.5.9-2.2 1.7-2.2 3.2M12 20h.01",
  warning: "M12 4l9 16H3zM12 10v4M12 17h.01",
} as const;

export type IconName = keyof typeof paths;

/** The browser's usual font size, in pixels. */
const ROOT_PX = 16;

/**
 * An icon beside text; never alone, so hidden from screen readers.
 * @param size its edge in pixels at the usual font size
 */
export function Icon({ size = 20, ...drawing }: ({ name: IconName } | { path: string }) & { size?: number }) {
  return (
    <svg
      aria-hidden="true"
      // It grows with the text beside it.
      width={`${size / ROOT_PX}rem`}
      height={`${size / ROOT_PX}rem`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={"name" in drawing && drawing.name === "arrow" ? "shrink-0 rtl:-scale-x-100" : "shrink-0"}
    >
      <path d={"path" in drawing ? drawing.path : paths[drawing.name]} />
    </svg>
  );
}
