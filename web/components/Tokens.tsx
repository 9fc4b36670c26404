import { contrast } from "@survey-app/contract/text/contrast.ts";
import theme from "../ui/theme.css?raw";
import { GROUNDS, TEXTS, type Themed, themeColors } from "../ui/themeColors.ts";

const [usual = ""] = theme.split("@media (prefers-contrast: more)");
const colors = themeColors(usual);

/** Written out: the style sheet has the classes that stand in the sources. */
const fills: Record<string, string> = {
  ground: "bg-ground",
  surface: "bg-surface",
  sunken: "bg-sunken",
  line: "bg-line",
  "line-strong": "bg-line-strong",
  ink: "bg-ink",
  muted: "bg-muted",
  "on-ink": "bg-on-ink",
  accent: "bg-accent",
  "accent-soft": "bg-accent-soft",
  yes: "bg-yes",
  "yes-soft": "bg-yes-soft",
  no: "bg-no",
  "no-soft": "bg-no-soft",
  unsure: "bg-unsure",
  danger: "bg-danger",
  "danger-soft": "bg-danger-soft",
};

/** The colors by their roles, and the contrast of each text on each ground: 4.5 is the least for texts, 3 for edges. */
export function Colors({ theme: shown }: { theme: "light" | "dark" }) {
  const index = shown === "light" ? 0 : 1;
  const figure = (text: string, ground: string) => contrast(colorOf(text)[index], colorOf(ground)[index]).toFixed(1);
  return (
    <div className="space-y-6">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-8">
        {[...colors].map(([role, themed]) => (
          <li key={role} className="min-w-0 text-sm">
            <div className={`mb-1 h-14 rounded-lg border border-line ${fills[role]}`} />
            <span className="wrap-anywhere">{role}</span>
            <span translate="no" className="block text-muted">
              {themed[index]}
            </span>
          </li>
        ))}
      </ul>
      <div className="overflow-x-auto">
        <table className="min-w-168 border-collapse text-sm">
          <caption className="mb-2 text-start text-muted">The contrast of each text on each ground</caption>
          <thead>
            <tr>
              <td className="pe-6 pb-2" />
              {GROUNDS.map((ground) => (
                <th key={ground} scope="col" className="pe-6 pb-2 text-end font-semibold">
                  {ground}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...TEXTS, "line-strong"].map((text) => (
              <tr key={text} className="border-t border-line">
                <th scope="row" className="py-1.5 pe-6 text-start font-semibold">
                  {text}
                </th>
                {GROUNDS.map((ground) => (
                  <td key={ground} className="py-1.5 pe-6 text-end tabular-nums">
                    {figure(text, ground)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const colorOf = (role: string): Themed => colors.get(role) ?? ["#000000", "#000000"];

const scale = {
  "text-4xl": "text-4xl",
  "text-3xl": "text-3xl",
  "text-2xl": "text-2xl",
  "text-title": "text-title",
  "text-xl": "text-xl",
  "text-lg": "text-lg",
  "text-base": "text-base",
  "text-sm": "text-sm",
};

const columns = {
  "frame-form": ["max-w-form", "forms"],
  "frame-read": ["max-w-read", "what is read"],
  frame: ["max-w-wide", "everything else"],
};

/** The widths of pages, and where their content begins. */
export function Columns() {
  return (
    <div className="space-y-4">
      <ul className="space-y-2">
        {Object.entries(columns).map(([name, [look, use]]) => (
          <li key={name} className={`rounded-lg bg-sunken px-3 py-2 ${look}`}>
            <span translate="no" className="me-3 font-mono text-sm text-muted">
              {name}
            </span>
            {use}
          </li>
        ))}
      </ul>
      <p className="max-w-prose text-muted">
        With <code translate="no">page</code> the content begins 56 px below the bar, in dashboards 32, on a phone 16.
        Buttons are 44 px high, small ones 36.
      </p>
    </div>
  );
}

/** The type scale. */
export function Type() {
  return (
    <ul className="space-y-3">
      {Object.entries(scale).map(([name, look]) => (
        <li key={name} className="flex flex-wrap items-baseline gap-x-6">
          <span translate="no" className="w-24 shrink-0 font-mono text-sm text-muted">
            {name}
          </span>
          <span className={look}>Shall we buy the piano?</span>
        </li>
      ))}
    </ul>
  );
}
