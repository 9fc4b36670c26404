/**
 * A pattern for names of elements in which an email address is shown, perhaps after other words. Browsers leave the
 * places where it may wrap out of names. Testing Library sets a space there, because happy-dom doesn't have styles that
 * tell inline elements from blocks.
 */
export const withAddress = (address: string, before = "") =>
  new RegExp(
    before +
      address
        .split(/(?<=[@.])/)
        .map(RegExp.escape)
        .join(" ?"),
  );
