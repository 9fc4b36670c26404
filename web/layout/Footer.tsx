import { Brand } from "./Brand.tsx";

const networks = [
  {
    name: "Facebook",
    href: "https://www.facebook.com/",
    path: "M14 8h3V4h-3a4 4 0 0 0-4 4v3H7v4h3v6h4v-6h3l1-4h-4V8.5A.5.5 0 0 1 14 8z",
  },
  {
    name: "LinkedIn",
    href: "https://www.linkedin.com/",
    path: "M4 9h4v11H4zM6 3.5a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4zM10 9h3.8v1.6c.6-1.1 2-1.9 3.7-1.9 3 0 4.5 1.8 4.5 5.2V20h-4v-5.5c0-1.5-.6-2.4-1.9-2.4-1.4 0-2.1 1-2.1 2.5V20h-4z",
  },
  {
    name: "GitHub",
    href: "https://github.com/",
    path: "M8 6L2 12l6 6 1.8-1.8L5.6 12l4.2-4.2zM16 6l-1.8 1.8 4.2 4.2-4.2 4.2L16 18l6-6z",
  },
] as const;

export function Footer({ year }: { year: number }) {
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
            {networks.map(({ name, href, path }) => (
              <li key={name}>
                <a
                  href={href}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="grid size-11 place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
                >
                  <span className="sr-only">{name} (opens in a new tab)</span>
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
