import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { Icon } from "../ui/Icon.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { ownActivity } from "./menu.ts";

/** Links to the user's own votes and comments, for roles whose menu does not have them. */
export function OwnActivity() {
  return (
    <section aria-labelledby="own-activity" className="space-y-4">
      <h2 id="own-activity" className="text-lg">
        {frameTexts.ownActivity}
      </h2>
      <ul className="flex flex-wrap gap-3">
        {ownActivity.map(({ href, label, icon }) => (
          <li key={href}>
            <LinkButton look="quiet" small href={href}>
              <Icon path={icon} size={16} /> {label}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
