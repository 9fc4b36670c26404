import { useSettings } from "../api/settings.ts";
import { classes } from "../ui/classes.ts";

interface PaperHeaderProps {
  /** The size of the text, and the gap to the logo. */
  className: string;
  /** The heights of a logo, and of the app's own mark. */
  heights: { logo: string; mark: string };
}

/** The site's name with its logo, in the paper's ink; without a logo, with the tally bar. */
export function PaperHeader({ className, heights }: PaperHeaderProps) {
  const { name, logo } = useSettings().site;
  return (
    <p className={classes("flex items-center font-bold", className)}>
      {logo ? (
        <img alt="" src={logo.url} className={classes("shrink-0", heights.logo)} />
      ) : (
        <svg aria-hidden="true" viewBox="0 0 30 12" className={heights.mark}>
          <rect width="18" height="12" rx="3" />
          <rect x="20.5" width="9.5" height="12" rx="3" fillOpacity="0.45" />
        </svg>
      )}
      <span className="text-start leading-[1.2]">{name}</span>
    </p>
  );
}
