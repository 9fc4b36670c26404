import { useSettings } from "../session/settings.ts";
import { Brand } from "./Brand.tsx";

/** The three outbound links (spec §1). Their URLs are configured; the icons are always shown. */
const networks = [
  {
    key: "social",
    name: "Social network",
    path: "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm0 2c-4 0-7 2-7 5v2h14v-2c0-3-3-5-7-5zm8-2a3.5 3.5 0 1 0-1.6-6.6 6 6 0 0 1 0 6.2 3.5 3.5 0 0 0 1.6.4zm1 2.1c1.2 1.2 2 2.9 2 4.9v2h2v-2c0-2.5-1.6-4.3-4-4.9z",
  },
  {
    key: "professional",
    name: "Professional network",
    path: "M9 3a2 2 0 0 0-2 2v2H4a2 2 0 0 0-2 2v3h20V9a2 2 0 0 0-2-2h-3V5a2 2 0 0 0-2-2zm0 2h6v2H9zM2 14v5a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-5h-8v2h-4v-2z",
  },
  {
    key: "code",
    name: "Code hosting",
    path: "M8 6L2 12l6 6 1.8-1.8L5.6 12l4.2-4.2zM16 6l-1.8 1.8 4.2 4.2-4.2 4.2L16 18l6-6z",
  },
] as const;

export function Footer({ year }: { year: number }) {
  const { footerLinks } = useSettings();
  return (
    <footer className="mt-24 border-t border-line">
      <div className="frame flex flex-col gap-8 py-12 sm:flex-row sm:items-end sm:justify-between">
        <div className="space-y-3">
          <Brand />
          <p className="max-w-sm text-sm text-muted">One question, two answers, every vote counted.</p>
        </div>
        <div className="space-y-2">
          <p className="text-sm font-semibold">Stay connected with us:</p>
          <ul className="-ml-2.5 flex gap-1">
            {networks.map(({ key, name, path }) => (
              <li key={key}>
                <a
                  href={footerLinks[key]}
                  title={`${name}: ${hostOf(footerLinks[key])}`}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="grid size-11 place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
                >
                  <span className="sr-only">
                    {name}: {hostOf(footerLinks[key])} (opens in a new tab)
                  </span>
                  <svg aria-hidden="true" width="20" height="20" viewBox="0 0 24 24" fill="currentColor">
                    <path d={path} />
                  </svg>
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className="border-t border-line">
        <p className="frame py-5 text-sm text-muted">© {year} Survey App. All rights reserved.</p>
      </div>
    </footer>
  );
}

const hostOf = (address: string) => /^https:\/\/(?:www\.)?([^/?#]*)/.exec(address)?.[1] ?? "";
