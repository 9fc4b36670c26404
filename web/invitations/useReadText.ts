import { useEffect, useState } from "react";
import { failureOf } from "../api/failure.ts";
import { isTooLong } from "./keptList.ts";

/** The content of a pasted list, or why the code that reads it couldn't be loaded; neither before there is a list. */
export interface ReadText<List> {
  list: List | null;
  failure: string | null;
}

/**
 * Reads a pasted list whenever it changes.
 * @param read must stay the same function as long as it has the same outcome. It loads the reader of lists, which most
 *   forms never need.
 */
export function useReadText<List>(text: string, read: (text: string) => Promise<List>): ReadText<List> {
  const [found, setFound] = useState<ReadText<List>>({ list: null, failure: null });
  useEffect(() => {
    let isCurrent = true;
    if (text.trim() === "" || isTooLong(text)) setFound({ list: null, failure: null });
    else
      void read(text)
        .then(
          (list) => ({ list, failure: null }),
          (error: unknown) => ({ list: null, failure: failureOf(error).text }),
        )
        .then((next) => isCurrent && setFound(next));
    return () => {
      isCurrent = false;
    };
  }, [text, read]);
  return found;
}
