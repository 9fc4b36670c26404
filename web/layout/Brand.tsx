import { useSettings } from "../session/settings.ts";

/** The height of a line, which is also that of a logo: in pixels at the usual font size. */
const HEIGHT = 28;

/** The site's name with its logo; without one, with the tally bar. */
export function Brand() {
  const { name, logo } = useSettings().site;
  return (
    // One line high: where the bar has no room for the name, because words are longer in some languages, it wraps out of view.
    <span className="flex h-7 max-w-full flex-wrap items-center gap-x-2.5 overflow-hidden text-lg/7 font-bold tracking-tight whitespace-nowrap">
      {logo ? (
        <img alt="" src={logo.url} width={Math.round(HEIGHT * logo.ratio)} height={HEIGHT} className="h-7 w-auto" />
      ) : (
        <svg aria-hidden="true" viewBox="0 -8 30 28" className="h-7">
          <rect width="18" height="12" rx="3" className="fill-yes" />
          <rect x="20.5" width="9.5" height="12" rx="3" className="fill-no" />
        </svg>
      )}
      <span>{name}</span>
    </span>
  );
}
