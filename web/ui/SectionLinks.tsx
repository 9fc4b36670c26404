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
            <a href={link.href} aria-current={link.isHere ? "page" : undefined} className="tab sm:px-0">
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
