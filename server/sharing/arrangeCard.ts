import { type CardElement, INNER_WIDTH, type Style } from "./cardLayout.ts";
import { drawText, isArabic } from "./drawText.ts";

type Direction = "ltr" | "rtl";

/** The greatest height of a line in the Arabic font, as a multiple of the font's size. */
const LINE = 1.4;
/** Characters that give texts a direction. The fonts of satori lack them. */
const DIRECTION_MARKS = /[\u200e\u200f\u061c\u2066-\u2069]/g;

/**
 * Prepares a laid-out card for satori, which only knows left to right: on a card from right to left rows begin on the
 * right, and on any card texts with Arabic letters become pictures.
 * @param around the inherited styles, as in CSS
 */
export async function arrange(element: CardElement, direction: Direction, around: Style = {}): Promise<CardElement> {
  const { style, children } = element.props;
  if (!style || !children) return element;
  const { fontSize = around.fontSize, color = around.color } = style;
  const own = { fontSize, color, lineClamp: style.lineClamp };
  const arranged = await Promise.all(
    children.map((child) => {
      if (typeof child !== "string") return arrange(child, direction, own);
      return isArabic(child) ? picture(child, own) : child.replaceAll(DIRECTION_MARKS, "");
    }),
  );
  return { ...element, props: { ...element.props, style: arrangeBox(style, direction, children), children: arranged } };
}

/** The positions of an element's children. A block is a question, whose lines begin where its own language begins. */
function arrangeBox(style: Style, direction: Direction, [text]: readonly unknown[]): Style {
  if (style.display !== "block") return direction === "rtl" ? mirror(style) : style;
  if (typeof text !== "string" || !isArabic(text)) return style;
  return {
    ...style,
    display: "flex",
    justifyContent: /^\P{L}*\p{Script=Arabic}/u.test(text) ? "flex-end" : "flex-start",
  };
}

/** Mirrors a row, or the sides of a column. */
function mirror(style: Style): Style {
  if (style.flexDirection !== "column") return { ...style, flexDirection: "row-reverse" };
  const other = { "flex-start": "flex-end", "flex-end": "flex-start" }[String(style.alignItems)];
  return { ...style, ...(other !== undefined && { alignItems: other }) };
}

async function picture(text: string, { fontSize = 16, color = "#000", lineClamp = 2 }: Style): Promise<CardElement> {
  const space = { width: INNER_WIDTH, height: Number(lineClamp) * fontSize * LINE };
  const { data, info } = await drawText(text, fontSize, color, space);
  const { width, height } = info;
  return { type: "img", props: { src: `data:image/png;base64,${data.toString("base64")}`, width, height } };
}
