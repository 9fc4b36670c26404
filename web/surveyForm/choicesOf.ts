/** The choices of a radio list, from their texts in order. */
export function choicesOf<T extends string>(texts: Partial<Record<T, { label: string; text: string }>>) {
  return Object.entries<{ label: string; text: string }>(texts as never).map(([value, text]) => ({
    value: value as T,
    ...text,
  }));
}
