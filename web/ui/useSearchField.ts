import { useEffect, useRef } from "react";

/**
 * A search field that keeps its focus and input while an earlier search is loading; Back restores the earlier text.
 * @param text the current search text
 */
export function useSearchField(text: string) {
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(text);
  useEffect(() => {
    if (input.current && text !== sent.current) input.current.value = text;
    sent.current = text;
  }, [text]);

  /** Called with the new search text. */
  function send(): string {
    sent.current = input.current?.value.trim() ?? "";
    return sent.current;
  }

  return { input, send };
}
