import { LinkButton } from "../ui/LinkButton.tsx";

/**
 * The look of a selection, where no component of `web/ui/` draws it: one ground and color, and a line below the parts
 * of a page.
 */
export function Selected() {
  return (
    <div className="flex flex-wrap items-start gap-x-10 gap-y-4">
      <nav aria-label="Menu" className="w-48 space-y-1">
        <a href="#overview" aria-current="page" className="menu-entry">
          Overview
        </a>
        <a href="#people" className="menu-entry">
          People
        </a>
      </nav>
      <nav aria-label="Filter" className="flex flex-wrap gap-2">
        <LinkButton look="chip" small href="#all" aria-current>
          All
        </LinkButton>
        <LinkButton look="chip" small href="#open">
          Open
        </LinkButton>
      </nav>
      <nav aria-label="Bar" className="flex flex-wrap">
        <a href="#home" aria-current="page" className="bar-link tab-word">
          Home
        </a>
        <a href="#surveys" className="bar-link tab-word">
          All surveys
        </a>
      </nav>
    </div>
  );
}
