import { escapeHtml } from "@survey-app/contract/text/escapeHtml.ts";
import type { Engine } from "./engines.ts";
import { timesGoal } from "./figures.ts";
import { formatValue, type Row } from "./table.ts";

const NAMES: Record<Engine, string> = { sqlite: "SQLite", postgres: "PostgreSQL" };
const WIDTH = 900;
const LEFT = 330;
const RIGHT = 110;
const ROW = 44;
const TOP = 76;
/** A logarithmic scale from a quarter of the goal to four times the goal, which is in the middle. */
const DOUBLINGS = 2;

const scale = (times: number) => {
  const doublings = Math.max(-DOUBLINGS, Math.min(DOUBLINGS, Math.log2(times)));
  return LEFT + ((doublings + DOUBLINGS) / (2 * DOUBLINGS)) * (WIDTH - LEFT - RIGHT);
};

/** Draws every figure with a goal relative to that goal. Readable in light and dark themes and by screen readers. */
export function drawPicture(all: readonly Row[]): string {
  // Full scores cannot exceed their goal.
  const rows = all.filter(({ goal, unit }) => goal && unit !== "points");
  const height = TOP + rows.length * ROW + 16;
  const aloud = rows
    .map(
      (row) =>
        `${row.what}: ${bars(row)
          .map(({ label }) => label)
          .join(", ")}`,
    )
    .join(". ");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title desc">
<title id="title">What Survey App reaches, measured against its goals</title>
<desc id="desc">${escapeHtml(aloud)}.</desc>
<style>
  svg { --ground: #faf9f6; --ink: #14201f; --muted: #55605e; --line: #d5d0c5; --sqlite: #0b6672; --postgres: #b04b0c; }
  @media (prefers-color-scheme: dark) {
    svg { --ground: #0e1313; --ink: #ecf2f0; --muted: #a3b3b0; --line: #2b3636; --sqlite: #55bfcd; --postgres: #f29b5c; }
  }
  text { font: 14px system-ui, sans-serif; fill: var(--ink); }
  .muted { fill: var(--muted); font-size: 12px; }
  .sqlite { fill: var(--sqlite); } .postgres { fill: var(--postgres); }
</style>
<rect width="${WIDTH}" height="${height}" rx="12" fill="var(--ground)"/>
${legend()}
${[0.25, 0.5, 1, 2, 4].map((times) => tick(times, height)).join("\n")}
${rows.map((row, index) => drawRow(row, TOP + index * ROW)).join("\n")}
</svg>
`;
}

function legend(): string {
  return Object.entries(NAMES)
    .map(
      ([engine, name], index) =>
        `<rect class="${engine}" x="${24 + index * 90}" y="22" width="12" height="12" rx="3"/><text x="${42 + index * 90}" y="33">${name}</text>`,
    )
    .join("");
}

function tick(times: number, height: number): string {
  const x = scale(times);
  const label = times === 1 ? "the goal" : times === 0.25 ? "a quarter" : times === 0.5 ? "half" : `${times} × better`;
  return `<text class="muted" x="${x}" y="56" text-anchor="middle">${label}</text><path d="M${x} 64V${height - 16}" stroke="var(${times === 1 ? "--ink" : "--line"})" stroke-width="${times === 1 ? 2 : 1}"/>`;
}

interface Bar {
  engine: string;
  times: number;
  label: string;
}

function bars({ values, goal, unit, what }: Row): Bar[] {
  return Object.entries(values).map(([engine, value]) => ({
    engine,
    times: timesGoal({ value, unit, what, ...(goal && { goal }) }) ?? 1,
    label: formatValue(value, unit),
  }));
}

function drawRow(row: Row, y: number): string {
  const each = bars(row);
  const thickness = each.length > 1 ? 12 : 16;
  const drawn = each.map(({ engine, times, label }, index) => {
    const [from, to] = [scale(1), scale(times)].sort((a, b) => a - b) as [number, number];
    const top = y + (each.length > 1 ? 6 + index * 15 : 12);
    return `<rect class="${engine}" x="${from}" y="${top}" width="${Math.max(2, to - from)}" height="${thickness}" rx="3"/><text class="muted" x="${WIDTH - RIGHT + 12}" y="${top + thickness - 2}">${escapeHtml(label)}</text>`;
  });
  return `<text x="24" y="${y + 25}">${escapeHtml(row.what)}</text>${drawn.join("")}`;
}
