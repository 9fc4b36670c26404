interface SectionLinksProps {
  /** Names the links for screen readers. */
  label: string;
  links: readonly { href: string; label: string; isHere: boolean }[];
}

/** The links to the sections of a page. */
export function SectionLinks({ label, links }: SectionLinksProps) {
  return (
    <nav aria-label={label} className="border-b border-line">
      <ul className="flex flex-wrap sm:gap-x-7">
        {links.map((link) => (
          <li key={link.href} className="max-sm:flex-1">
            <a
              href={link.href}
              aria-current={link.isHere ? "page" : undefined}
              className="-mb-px flex min-h-11 items-center justify-center border-b-2 border-transparent px-2 font-semibold text-muted transition-colors hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink sm:px-0"
            >
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
