import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { useSettings } from "../api/settings.ts";
import { Icon } from "../ui/Icon.tsx";
import { Brand } from "./Brand.tsx";
import { LanguageLinks } from "./LanguageLinks.tsx";
import { enterCode } from "./topLinks.ts";

/** The three outbound links (specification §1). Their URLs are configured; the icons are always shown. */
const networks = [
  {
    key: "social",
    name: frameTexts.networks.social,
    path: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6M18 14.5a6 6 0 0 1 3.5 5.5",
  },
  { key: "professional", name: frameTexts.networks.professional, path: "M3 8h18v11H3zM9 8V5h6v3M3 13h18" },
  { key: "code", name: frameTexts.networks.code, path: "M8 6l-6 6 6 6M16 6l6 6-6 6" },
] as const;

const legalLinks = [
  enterCode,
  { href: "/feed.atom", label: frameTexts.feedLink },
  { href: "/contact", label: frameTexts.contact },
  { href: "/privacy", label: frameTexts.privacy },
  { href: "/terms", label: frameTexts.terms },
  { href: "/accessibility", label: frameTexts.accessibility },
];

export function Footer({ year }: { year: number }) {
  const { name } = useSettings().site;
  return (
    <footer className="mt-2 border-t border-line sm:mt-24 print:hidden">
      <Networks />
      <div className="frame flex flex-wrap items-center justify-between gap-x-8 py-2 text-sm text-muted">
        <p className="py-2">{frameTexts.copyright(String(year), name)}</p>
        <LanguageLinks />
        <nav aria-label={frameTexts.aboutSite} className="-mx-2 flex flex-wrap wrap-anywhere">
          {legalLinks.map(({ href, label }) => (
            <a key={href} href={href} className="p-2 underline-offset-4 hover:text-ink hover:underline">
              {label}
            </a>
          ))}
        </nav>
      </div>
    </footer>
  );
}

function Networks() {
  const { footerLinks } = useSettings();
  return (
    <div className="frame flex flex-col gap-4 py-4 sm:flex-row sm:items-center sm:justify-between sm:py-8">
      <Brand />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-sm font-semibold">{frameTexts.stayConnected}</p>
        <ul className="-me-2.5 flex gap-1">
          {networks.map(({ key, name, path }) => (
            <li key={key}>
              <a
                href={footerLinks[key]}
                target="_blank"
                rel="noopener noreferrer"
                className="grid size-11 place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
              >
                <span className="sr-only">{frameTexts.newTab(name, hostOf(footerLinks[key]))}</span>
                <Icon path={path} />
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const hostOf = (address: string) => /^https:\/\/(?:www\.)?([^/?#]*)/.exec(address)?.[1] ?? "";
