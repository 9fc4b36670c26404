import { useEffect, useRef } from "react";

/**
 * A search field that stays, with its focus and what is typed in it while an earlier search is on its way; Back fills in
 * another text.
 * @param text what is searched for now
 */
export function useSearchField(text: string) {
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(text);
  useEffect(() => {
    if (input.current && text !== sent.current) input.current.value = text;
    sent.current = text;
  }, [text]);

  /** What is to be searched for. */
  function send(): string {
    sent.current = input.current?.value.trim() ?? "";
    return sent.current;
  }

  return { input, send };
}
