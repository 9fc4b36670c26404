import { Icon, type IconName } from "../ui/Icon.tsx";
import source from "../ui/innerIcons.ts?raw";

/** Read as text: an import of all would put them into the scripts of pages that show a few. */
const innerIcons = [...source.matchAll(/export const (\w+) =\s*"([^"]+)"/g)].map(
  ([, name = "", path = ""]) => [name, path] as const,
);

/** Complete, because each icon of the type needs its row. */
const outerIcons: Record<IconName, true> = {
  check: true,
  cross: true,
  chevron: true,
  menu: true,
  sun: true,
  moon: true,
  screen: true,
  arrow: true,
  clock: true,
  question: true,
  warning: true,
};

/** Every icon with its name. */
export function Icons() {
  return (
    <ul className="grid grid-cols-3 gap-3 sm:grid-cols-6 lg:grid-cols-10">
      {(Object.keys(outerIcons) as IconName[]).map((name) => (
        <Named key={name} name={name}>
          <Icon name={name} size={24} />
        </Named>
      ))}
      {innerIcons.map(([name, path]) => (
        <Named key={name} name={name}>
          <Icon path={path} size={24} />
        </Named>
      ))}
    </ul>
  );
}

function Named({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <li className="flex flex-col items-center gap-2 rounded-lg border border-line p-3 text-sm">
      {children}
      <span translate="no" className="text-muted">
        {name}
      </span>
    </li>
  );
}
