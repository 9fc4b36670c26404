import type { Message, Part } from "./message.ts";

/**
 * Unicode's "first strong isolate" and "pop directional isolate", which separate a value's direction from that of the
 * text.
 */
const [ISOLATE, END] = ["\u2068", "\u2069"];
/**
 * Values that people copy from texts, where invisible characters would be copied too: as a whole they are from left to
 * right.
 */
const COPIED = ["url", "address"];

/**
 * A text of a right-to-left language, with its values isolated: otherwise "Why?" would end with its question mark on
 * the wrong side, and numbers beside left-to-right words would change places.
 */
export function isolateValues({ params, parts }: Message): Message {
  return { params, parts: isolate(parts) };
}

function isolate(parts: Part[]): Part[] {
  return parts.flatMap((part): Part[] => {
    if ("cases" in part)
      return [{ ...part, cases: part.cases.map(({ when, parts: inside }) => ({ when, parts: isolate(inside) })) }];
    if (part.kind === "element") return [{ ...part, children: part.children && isolate(part.children) }];
    if ((part.kind !== "string" && part.kind !== "number") || COPIED.includes(part.param)) return [part];
    return [{ kind: "words", words: ISOLATE }, part, { kind: "words", words: END }];
  });
}
