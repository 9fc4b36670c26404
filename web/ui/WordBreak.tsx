/**
 * Where a long address may wrap; copying leaves it out. Hidden from screen readers, because Chromium puts a space there
 * into the names of cells, links and buttons: "ada@ example. org".
 */
export const WordBreak = () => <wbr aria-hidden />;
