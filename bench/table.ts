import type { Engine } from "./engines.ts";
import type { Figure } from "./figures.ts";
import type { Results } from "./results.ts";

/** One figure on both engines. */
export interface Row extends Omit<Figure, "value"> {
  values: Partial<Record<Engine, number>>;
}

/** Renders Markdown. An exclamation mark marks a missed goal. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const { sqlite, postgres } = row.values;
    const cells = [sqlite, postgres].map((value) => (value === undefined ? "" : valueWithGoal(row, value)));
    return `| ${[row.what, ...cells, goalOf(row)].join(" | ")} |`;
  });
  return ["| measured | SQLite | PostgreSQL | goal |", "|---|---|---|---|", ...lines].join("\n");
}

/** One row per figure, with its value on each engine. */
export function rowsOf({ parts }: Results): Row[] {
  const rows = new Map<string, Row>();
  for (const engines of Object.values(parts)) {
    for (const [engine, measured] of Object.entries(engines)) {
      for (const { value, ...figure } of measured.figures) {
        const row = rows.get(figure.what) ?? { ...figure, values: {} };
        row.values[engine as Engine] = value;
        rows.set(figure.what, row);
      }
    }
  }
  return [...rows.values()];
}

function valueWithGoal(row: Row, value: number): string {
  const misses = row.goal && ("least" in row.goal ? value < row.goal.least : value > row.goal.most);
  return `${formatValue(value, row.unit)}${misses ? " **!**" : ""}`;
}

function goalOf({ goal, unit }: Row): string {
  if (!goal) return "";
  return "least" in goal ? `≥ ${formatValue(goal.least, unit)}` : `≤ ${formatValue(goal.most, unit)}`;
}

export function formatValue(value: number, unit: Figure["unit"]): string {
  if (unit === "×") return value.toFixed(2);
  // Rounds agree on about three digits.
  const number = Number(value.toPrecision(3)).toLocaleString("en");
  if (unit === "" || unit === "points") return number;
  return unit === "/s" ? `${number}/s` : `${number} ${unit}`;
}
