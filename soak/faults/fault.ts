/** A test of Vitest or a journey. */
export interface NamedTest {
  file: string;
  /** Its title, or a part of it that doesn't occur in other tests of the file. */
  title: string;
  /** Whether rows of a table are part of the title, so that only a run of the tests tells whether it exists. */
  isComposed?: true;
  /** The engine on which it must find the fault; by default SQLite. */
  engine?: "postgres";
}

/** A check of `npm run check`. */
export interface NamedCheck {
  check: "types" | "lint" | "promises" | "texts" | "imports" | "unused";
  /** A part of its finding. */
  says: string;
}

/** A mistake that someone could make in one place of the source, and the test that promises to find it. */
export interface Fault {
  name: string;
  file: string;
  /** A text that occurs once in the file, and the text with which the mistake replaces it. */
  text: string;
  becomes: string;
  foundBy: NamedTest | NamedCheck;
}

export const isJourney = ({ file }: NamedTest): boolean => file.endsWith(".spec.ts");
