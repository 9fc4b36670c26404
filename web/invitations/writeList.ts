import Papa from "papaparse";

/** The text of a list, which `readList` reads. */
export const writeList = (people: readonly { email: string; label: string }[]): string =>
  Papa.unparse(
    { fields: ["email", "name"], data: people.map(({ email, label }) => [email, label]) },
    { newline: "\n" },
  );
