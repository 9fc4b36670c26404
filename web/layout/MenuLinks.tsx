import { usePath } from "../routing/address.ts";
import type { TopLink } from "./topLinks.ts";

/** Links in the bar's menu. */
export function MenuLinks({ links, className }: { links: readonly TopLink[]; className?: string }) {
  const path = usePath();
  return (
    <ul className={className}>
      {links.map(({ href, label }) => (
        <li key={href}>
          <a href={href} aria-current={path === href ? "page" : undefined} className="menu-entry">
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
