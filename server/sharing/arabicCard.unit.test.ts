import { CARD_SIZE } from "@survey-app/contract/sharing/sharing.ts";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import type { DrawnCard } from "./cardLayout.ts";
import { openCardDrawer } from "./drawCard.ts";
import { drawText } from "./drawText.ts";
import { useOnlyOwnFonts } from "./fontSettings.ts";

const arabic: DrawnCard = {
  site: { name: "Survey App", logo: null },
  title: "هل نزرع؟",
  category: "المطبخ",
  isOpen: true,
  line: "صوّت الآن",
  result: null,
  label: "",
  answers: { yes: "نعم", no: "لا" },
  untitled: "استطلاع",
  direction: "rtl",
};
const english: DrawnCard = {
  ...arabic,
  category: "Kitchen",
  line: "Vote now",
  answers: { yes: "Yes", no: "No" },
  untitled: "A survey",
  direction: "ltr",
};
const SPACE = { width: 1000, height: 500 };
/** The rows of the question on a card without a result, in pixels from the top. */
const QUESTION = { top: 130, height: 230 };
const half = CARD_SIZE.width / 2;

/** The darkest pixel of a part of a card: 255 is white. */
async function darkest(png: Uint8Array, left: number, { top, height } = QUESTION): Promise<number> {
  const part = await sharp(png).extract({ left, top, width: half, height }).grayscale().raw().toBuffer();
  return part.reduce((least, pixel) => Math.min(least, pixel), 255);
}

/** How much a text differs from the left end of a picture, at the height where it differs least. */
async function distance(picture: Awaited<ReturnType<typeof drawText>>, text: string): Promise<number> {
  const { data, info } = await drawText(text, 40, "#000", SPACE);
  const { width, height } = info;
  const inkOf = (png: Buffer, top: number) =>
    sharp(png).extract({ left: 0, top, width, height }).extractChannel("alpha").raw().toBuffer();
  const own = await inkOf(data, 0);
  const tops = Array.from({ length: picture.info.height - height + 1 }, (_, top) => top);
  const found = await Promise.all(tops.map((top) => inkOf(picture.data, top)));
  return Math.min(
    ...found.map((ink) => ink.reduce((sum, pixel, index) => sum + Math.abs(pixel - (own[index] ?? 0)), 0)),
  );
}

let drawCard: Awaited<ReturnType<typeof openCardDrawer>>;
beforeAll(async () => {
  useOnlyOwnFonts();
  drawCard = await openCardDrawer();
});

test("Arabic letters are joined and numbers run from left to right, without a font of the machine", async () => {
  const width = async (text: string) => (await drawText(text, 40, "#000", SPACE)).info.width;
  expect(await width("ببب")).toBeLessThan((await width("ب")) * 3);
  expect(await width("لا")).toBeLessThan((await width("ل")) + (await width("ا")));
  // At the left end of an Arabic text the clock looks as it does alone.
  const line = await drawText("حتى 22:00", 40, "#000", SPACE);
  expect(await distance(line, "22:00")).toBeLessThan(await distance(line, "00:22"));
});

test("a question stands where its own language begins, on a card in any language", async () => {
  for (const card of [arabic, english]) {
    const inArabic = await drawCard(card);
    expect(await darkest(inArabic, 0)).toBeGreaterThan(200);
    expect(await darkest(inArabic, half)).toBeLessThan(60);
    const inEnglish = await drawCard({ ...card, title: "Trees?" });
    expect(await darkest(inEnglish, 0)).toBeLessThan(60);
    expect(await darkest(inEnglish, half)).toBeGreaterThan(200);
  }
});

test("a card in Arabic is mirrored: its rows begin on the right, and so does the bar of Yes", async () => {
  const result = {
    yesShare: 90,
    unsureShare: 0,
    yes: { first: "90%", second: "9 أصوات" },
    no: { first: "10%", second: "صوت واحد" },
  };
  const closed = (direction: "ltr" | "rtl") =>
    drawCard({ ...arabic, direction, isOpen: false, result, answers: english.answers });
  const colorAt = async (png: Uint8Array, left: number) => {
    const { data } = await sharp(png)
      .extract({ left, top: 555, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return data.subarray(0, 3).join(" ");
  };
  const yes = "11 102 114";
  const [ltr, rtl] = [await closed("ltr"), await closed("rtl")];
  expect([await colorAt(ltr, 90), await colorAt(rtl, CARD_SIZE.width - 90)]).toEqual([yes, yes]);
  expect(await colorAt(rtl, 90)).not.toBe(yes);
});

test("characters that the Arabic font lacks are left out, and an Arabic question never stands for the title of none", async () => {
  const draw = (title: string) => drawCard({ ...arabic, title });
  const plain = await draw("هل نزرع؟");
  expect((await draw("هل 🍕نزرع؟")).equals(plain)).toBe(true);
  expect((await draw("毎日ビーガン هل")).equals(await draw("استطلاع"))).toBe(true);
  expect(plain.equals(await draw("استطلاع"))).toBe(false);
});

test("all letters of Polish are drawn", async () => {
  const draw = (title: string) => drawCard({ ...english, title });
  const nothing = await draw("Tak?");
  for (const letter of "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ") expect((await draw(`Tak${letter}?`)).equals(nothing), letter).toBe(false);
});
