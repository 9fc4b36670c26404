/** A test of Vitest or a journey. */
export interface NamedTest {
  file: string;
  /** Its title, or a part of it that no other test of the file has. */
  title: string;
  /** The engine on which it must find the fault; by default SQLite. */
  engine?: "postgres";
}

/** A check of `npm run check`. */
export interface NamedCheck {
  check: "types" | "lint" | "promises" | "texts" | "imports" | "unused";
  /** What its finding contains. */
  says: string;
}

/** A mistake that someone could make in one place of the source, and the test that promises to find it. */
export interface Fault {
  name: string;
  file: string;
  /** What stands in the file once, and what the mistake makes of it. */
  text: string;
  becomes: string;
  foundBy: NamedTest | NamedCheck;
}

export const isJourney = ({ file }: NamedTest): boolean => file.endsWith(".spec.ts");
