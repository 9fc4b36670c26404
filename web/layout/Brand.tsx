import { useSettings } from "../api/settings.ts";

/** The height of a line, which is also that of a logo: in pixels at the usual font size. */
const HEIGHT = 28;

/** The site's name with its logo; without one, with the tally bar. */
export function Brand() {
  const { name, logo } = useSettings().site;
  return (
    // One line high: a name that is too long for the bar is cut off, and where only a few letters would be left, it
    // wraps out of view.
    <span className="flex h-7 max-w-full flex-wrap items-center gap-x-2.5 overflow-hidden text-lg/7 font-bold tracking-tight whitespace-nowrap">
      {logo ? (
        <img alt="" src={logo.url} width={Math.round(HEIGHT * logo.ratio)} height={HEIGHT} className="h-7 w-auto" />
      ) : (
        <svg aria-hidden="true" viewBox="0 -8 30 28" className="h-7">
          <rect width="18" height="12" rx="3" className="fill-yes" />
          <rect x="20.5" width="9.5" height="12" rx="3" className="fill-no" />
        </svg>
      )}
      <span dir="auto" className="max-w-max grow basis-24 truncate">
        {name}
      </span>
    </span>
  );
}
