import { CARD_SIZE } from "@survey-app/contract/sharing/sharing.ts";
import type { CardContent } from "../words/cardContent.ts";

/** An element as satori reads it: the shape of a React element, without React. */
export interface CardElement {
  type: string;
  props: { style?: Style; children?: (CardElement | string)[]; [attribute: string]: unknown };
}
export interface Style {
  fontSize?: number;
  color?: string;
  [property: string]: string | number | undefined;
}

/** The parts of a card that show its site. */
export interface CardSite {
  name: string;
  /** The logo as a data URL, and how many times it is as wide as high; null for the app's own mark. */
  logo: { src: string; ratio: number } | null;
}

/** The content of a card. */
export type DrawnCard = CardContent & { site: CardSite };

/** The light colors of the app (web/ui/styles.css). */
const color = {
  ground: "#faf9f6",
  sunken: "#f1efe9",
  line: "#e3dfd6",
  ink: "#14201f",
  muted: "#55605e",
  yes: "#0b6672",
  no: "#b04b0c",
  unsure: "#5b6478",
};
const MARGIN = 72;
/** The width of a card's content, in pixels. */
export const INNER_WIDTH = CARD_SIZE.width - 2 * MARGIN;
const BAR = { width: INNER_WIDTH, height: 36 };
/** The least visible part of the bar, in pixels. */
const LEAST = 8;
/** The question's size by its length, in pixels, without and with a result: for at most four lines, or three. */
const SIZES = [
  { length: 50, alone: 76, withResult: 60 },
  { length: 90, alone: 64, withResult: 50 },
  { length: 140, alone: 54, withResult: 43 },
  { length: Infinity, alone: 44, withResult: 34 },
] as const;
const LOGO_HEIGHT = 52;
/** From this many characters on the site's name is written smaller, so that it stays in one line. */
const LONG_NAME = 24;
const CHECK = "M5 12.5l4.5 4.5L19 7.5";
const CROSS = "M6 6l12 12M18 6L6 18";

/**
 * Lays out a card, from left to right; `arrange` mirrors it for other languages.
 * @param question null if its characters can't be drawn; the card then stands without it
 */
export function layOutCard(content: DrawnCard, question: string | null): CardElement {
  const { category, isOpen, line, result, label, answers, untitled, site } = content;
  return box(
    {
      width: CARD_SIZE.width,
      height: CARD_SIZE.height,
      padding: `56px ${MARGIN}px 52px`,
      flexDirection: "column",
      justifyContent: "space-between",
      backgroundColor: color.ground,
      color: color.ink,
      fontWeight: 700,
    },
    head(category, site),
    title(question ?? untitled, result !== null),
    box(
      { flexDirection: "column" },
      result ? tally(content, result) : box({ fontSize: 38, color: color.muted }, line),
      ...(isOpen ? [choices(answers)] : []),
      ...(label ? [box({ marginTop: 18, fontSize: 23, lineHeight: 1.3, color: color.muted }, label)] : []),
    ),
  );
}

function head(category: string, { name, logo }: CardSite): CardElement {
  return box(
    { alignItems: "center", justifyContent: "space-between", gap: 32, fontSize: 32 },
    box(
      { alignItems: "center", gap: 22, fontSize: name.length > LONG_NAME ? 26 : 32 },
      logo
        ? image(logo.src, { width: LOGO_HEIGHT * logo.ratio, height: LOGO_HEIGHT })
        : svg(75, 30, [
            shape("rect", { width: 45, height: 30, rx: 7, fill: color.yes }),
            shape("rect", { x: 51, width: 24, height: 30, rx: 7, fill: color.no }),
          ]),
      name,
    ),
    box({ color: color.muted }, category),
  );
}

function title(text: string, hasResult: boolean): CardElement {
  const size = SIZES.find(({ length }) => text.length <= length) ?? SIZES[0];
  return {
    type: "div",
    props: {
      style: {
        display: "block",
        fontSize: hasResult ? size.withResult : size.alone,
        lineHeight: 1.18,
        letterSpacing: -1,
        lineClamp: hasResult ? 3 : 4,
        wordBreak: "break-word",
      },
      children: [text],
    },
  };
}

/** The two answers, as on the page's buttons. */
function choices(answers: CardContent["answers"]): CardElement {
  const choice = (word: string, path: string, tone: string) =>
    box(
      {
        alignItems: "center",
        justifyContent: "center",
        gap: 14,
        flexGrow: 1,
        height: 92,
        border: `4px solid ${tone}`,
        borderRadius: 22,
        color: tone,
        fontSize: 42,
      },
      mark(path, tone, 46),
      word,
    );
  return box({ marginTop: 28, gap: 28 }, choice(answers.yes, CHECK, color.yes), choice(answers.no, CROSS, color.no));
}

function tally(
  { answers, line, direction }: CardContent,
  { yes, no, ...shares }: NonNullable<CardContent["result"]>,
): CardElement {
  const side = (word: string, path: string, tone: string, { first, second }: typeof yes, isLast: boolean) =>
    box(
      { flexDirection: "column", alignItems: isLast ? "flex-end" : "flex-start" },
      box({ alignItems: "center", gap: 8, color: tone, fontSize: 30 }, mark(path, tone, 34), word),
      box(
        // Words that are pictures don't have a baseline.
        { alignItems: direction === "rtl" ? "center" : "baseline", gap: 16, marginTop: 2 },
        box({ fontSize: 52, lineHeight: 1.1 }, first),
        box({ fontSize: 28, color: color.muted }, second),
      ),
    );
  return box(
    { flexDirection: "column" },
    box({ fontSize: 32, marginBottom: 14 }, line),
    box(
      { justifyContent: "space-between", marginBottom: 10 },
      side(answers.yes, CHECK, color.yes, yes, false),
      side(answers.no, CROSS, color.no, no, true),
    ),
    bar(shares, direction),
  );
}

/** The distance of the dots of Not sure, in pixels. */
const DOTS = 12;

/**
 * Yes is solid, No hatched and Not sure dotted, so that the bar does not rely on color. It begins where the language's
 * lines begin.
 */
function bar(
  { yesShare, unsureShare }: Pick<NonNullable<CardContent["result"]>, "yesShare" | "unsureShare">,
  direction: CardContent["direction"],
): CardElement {
  const { width, height } = BAR;
  const isSplit = yesShare > 0 && yesShare < 100;
  const split = isSplit ? Math.min(width - LEAST, Math.max(LEAST, (width * yesShare) / 100)) : (width * yesShare) / 100;
  const stripes = Array.from(
    { length: Math.ceil((width + height) / 14) },
    (_, index) => `M${index * 14} 0l-${height} ${height}`,
  );
  const unsure = (width * unsureShare) / 100;
  const dots = Array.from(
    { length: 3 * Math.floor(unsure / DOTS) },
    (_, index) => `M${DOTS * (Math.floor(index / 3) + 0.5)} ${DOTS * ((index % 3) + 0.5)}h0.01`,
  );
  const from = (start: number, length: number) => (direction === "rtl" ? width - start - length : start);
  return box(
    { width, height, borderRadius: 10, overflow: "hidden" },
    svg(width, height, [
      shape("rect", { width, height, fill: color.no }),
      shape("path", { d: stripes.join(""), stroke: color.ground, "stroke-opacity": 0.45, "stroke-width": 4 }),
      shape("rect", { x: from(0, split), width: split, height, fill: color.yes }),
      ...(unsure > 0
        ? [
            shape("rect", { x: from(split, unsure), width: unsure, height, fill: color.sunken }),
            shape("path", {
              d: dots.join(""),
              transform: `translate(${from(split, unsure)} 0)`,
              stroke: color.unsure,
              "stroke-width": 7,
              "stroke-linecap": "round",
            }),
          ]
        : []),
      ...(isSplit ? [shape("rect", { x: from(split - 2, 5), width: 5, height, fill: color.ground })] : []),
    ]),
  );
}

function mark(path: string, tone: string, size: number): CardElement {
  const drawn = { d: path, fill: "none", stroke: tone, "stroke-width": 2.6, "stroke-linecap": "round" };
  return svg(24, 24, [shape("path", drawn)], size);
}

function box(style: Style, ...children: (CardElement | string)[]): CardElement {
  return { type: "div", props: { style: { display: "flex", boxSizing: "border-box", ...style }, children } };
}

function svg(width: number, height: number, children: CardElement[], size = width): CardElement {
  const shown = { width: size, height: (size * height) / width };
  return { type: "svg", props: { ...shown, viewBox: `0 0 ${width} ${height}`, children } };
}

const image = (src: string, size: { width: number; height: number }): CardElement => ({
  type: "img",
  props: { src, ...size },
});

function shape(type: "rect" | "path", props: Record<string, string | number>): CardElement {
  return { type, props };
}
