/** dd-mm-yyyy. */
const DATE = /(\d{2}-\d{2}-\d{4})/;

/** A sentence whose dates never break across lines, which browsers do after each hyphen. */
export function DatedText({ text }: { text: string }) {
  return text.split(DATE).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other identity
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
