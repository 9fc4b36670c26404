import { describe, expect, test } from "vitest";
import { altGap } from "./altGap.ts";

const none = { image: "", imageAlt: null };
const image = "https://example.org/boat.webp";
const isNew = true;

describe("what a question says of its picture", () => {
  test("is missing until it is described, or said to be decoration", () => {
    expect(altGap({ image, imageAlt: null }, none, isNew)).toBe("missing");
    expect(altGap({ image, imageAlt: " " }, none, isNew)).toBe("missing");
    expect(altGap({ image, imageAlt: "" }, none, isNew)).toBeNull();
    expect(altGap({ image, imageAlt: "A boat" }, none, isNew)).toBeNull();
  });

  test("is not asked for without a picture of its own", () => {
    expect(altGap(none, none, isNew)).toBeNull();
  });

  test.each(["boat.webp", "IMG_2034", "Screenshot 12", "DSC-0001.JPG"])("isn't a file name: %s", (imageAlt) => {
    expect(altGap({ image, imageAlt }, none, isNew)).toBe("fileName");
  });

  test.each(["A boat.", "Logo.png on a wall", "Photo 12 of the series: a boat"])("can contain one: %s", (imageAlt) => {
    expect(altGap({ image, imageAlt }, none, isNew)).toBeNull();
  });

  test("may not fit another picture", () => {
    const stored = { image, imageAlt: "A boat" };
    const other = "/images/other.webp";
    expect(altGap({ image: other, imageAlt: "A boat" }, stored, !isNew)).toBe("stale");
    expect(altGap({ image: other, imageAlt: "A car" }, stored, !isNew)).toBeNull();
    expect(altGap({ image: other, imageAlt: null }, stored, !isNew)).toBe("missing");
  });

  test("does not hold up an edit of something else", () => {
    const stored = { image, imageAlt: null };
    expect(altGap(stored, stored, !isNew)).toBeNull();
    // A copy is a new question.
    expect(altGap(stored, stored, isNew)).toBe("missing");
  });
});
