import { toCsv } from "@survey-app/contract/text/csv.ts";
import { type OfferedLanguage, offeredLanguages } from "@survey-app/texts/languages.ts";
import { describe, expect, test } from "vitest";
import { readStoredCatalogs } from "../../tools/texts/catalogs.ts";
import { leftOutOf } from "./leftOut.ts";
import { readList } from "./readList.ts";

/** The people of a list as `name <address>`, with their rows if these are asked for. */
function peopleOf(text: string, options = {}): string[] {
  const read = readList(text, options);
  if (typeof read === "string") return [read];
  return read.rows.map(({ email, label }) => (email === "" ? label : `${label} <${email}>`.trim()));
}
const unreadOf = (text: string) => {
  const read = readList(text);
  return typeof read === "string" ? [] : read.leftOut.map(({ line, entry, why }) => `${line} ${entry}: ${why}`);
};

const ada = "<ada@example.org>";
const bo = "<bo@example.org>";
const cy = "<cy@example.org>";

describe("every address is one person", () => {
  test.each([
    ["commas", "ada@example.org, bo@example.org,cy@example.org"],
    ["semicolons", "ada@example.org;bo@example.org; cy@example.org;"],
    ["tabs", "ada@example.org\tbo@example.org\tcy@example.org"],
    ["blanks", "ada@example.org bo@example.org  cy@example.org"],
    ["Arabic marks", "ada@example.org، bo@example.org؛ cy@example.org"],
    ["ends of lines of any kind", "ada@example.org\rbo@example.org\u2028cy@example.org"],
    ["slashes", "ada@example.org / bo@example.org / cy@example.org"],
    ["angle brackets", "<ada@example.org> <bo@example.org>,<cy@example.org>"],
    ["the field of an email", "To: ada@example.org, bo@example.org; mailto:cy@example.org"],
    ["two rows", "ada@example.org, bo@example.org\ncy@example.org"],
  ])("parted by %s", (_, text) => {
    expect(peopleOf(text)).toEqual([ada, bo, cy]);
  });

  test.each([
    ["semicolons", 'Ada Lim <ada@example.org>; "Ohm, Bo" <bo@example.org>', `Ada Lim ${ada}`],
    ["commas in names that nothing quotes", "Lim, Ada <ada@example.org>; Ohm, Bo <bo@example.org>", `Lim, Ada ${ada}`],
    ["commas everywhere", "Lim, Ada <ada@example.org>, Ohm, Bo <bo@example.org>", `Lim, Ada ${ada}`],
    ["rows", '"Lim, Ada" <ada@example.org>\n"Ohm, Bo" <bo@example.org>', `Lim, Ada ${ada}`],
    ["rows with a comma at the end", '"Lim, Ada" <ada@example.org>,\n"Ohm, Bo" <bo@example.org>,', `Lim, Ada ${ada}`],
    ["blanks", '"Lim, Ada" <ada@example.org> "Ohm, Bo" <bo@example.org>', `Lim, Ada ${ada}`],
    ["single quotes", "'Lim, Ada' <ada@example.org>; 'Ohm, Bo' <bo@example.org>", `Lim, Ada ${ada}`],
  ])("as mail programs copy them, with %s", (_, text, first) => {
    const people = peopleOf(text);
    expect(people[0]).toBe(first);
    expect(people).toHaveLength(2);
    expect(people[1]).toMatch(/Bo.* <bo@example\.org>$/);
  });

  test.each([
    ["a name before the address", "Ada Lim ada@example.org", [`Ada Lim ${ada}`]],
    ["brackets around the address", "Ada Lim (ada@example.org)", [`Ada Lim ${ada}`]],
    ["the name in brackets", "ada@example.org (Ada Lim)", [`Ada Lim ${ada}`]],
    [
      "rows of differing shape",
      "ada@example.org;Ada\nbo@example.org\nCy <cy@example.org>",
      [`Ada ${ada}`, bo, `Cy ${cy}`],
    ],
    ["a second address in a row", "Ada;ada@example.org;bo@example.org", [`Ada ${ada}`, bo]],
    ["numbered rows", "7;Ada;ada@example.org\n8;Bo;bo@example.org", [`Ada ${ada}`, `Bo ${bo}`]],
    ["numbers in front of addresses only", "1;ada@example.org\n2;bo@example.org", [ada, bo]],
    ["a numbered list", "1. Ada <ada@example.org>\n2. Bo <bo@example.org>", [`Ada ${ada}`, `Bo ${bo}`]],
    ["given and family name", "Ada,Lim,ada@example.org\nBo,Ohm,", [`Ada Lim ${ada}`, "Bo Ohm"]],
    ["names with commas and without addresses", "Lim, Ada\nOhm, Bo", ["Lim, Ada", "Ohm, Bo"]],
    ["an address as the name", '"ada@example.org" <ada@example.org>', [ada]],
    ["another address as the name", "old@example.org <ada@example.org>", [ada]],
  ])("with %s", (_, text, people) => {
    expect(peopleOf(text)).toEqual(people);
  });
});

describe("headings", () => {
  test.each([
    ["German", "Vorname;Nachname;E-Mail-Adresse\nAda;Lim;ada@example.org", `Ada Lim ${ada}`],
    ["German, with the family name as Name", "Name;Vorname;E-Mail\nLim;Ada;ada@example.org", `Ada Lim ${ada}`],
    [
      "German, of Outlook",
      "Anrede,Vorname,Weitere Vornamen,Nachname,E-Mail-Adresse\n,Ada,M.,Lim,ada@example.org",
      `Ada M. Lim ${ada}`,
    ],
    ["French", "Prénom;Nom;Courriel\nAda;Lim;ada@example.org", `Ada Lim ${ada}`],
    ["French, in capitals without accents", "NOM;PRENOM;ADRESSE E-MAIL\nLim;Ada;ada@example.org", `Ada Lim ${ada}`],
    ["French, with the whole name", "Nom et prénom;Adresse électronique\nLim Ada;ada@example.org", `Lim Ada ${ada}`],
    ["Spanish", "Nombre;Apellidos;Correo electrónico\nAda;Lim;ada@example.org", `Ada Lim ${ada}`],
    [
      "Spanish, with two family names",
      "Nombre;Primer apellido;Segundo apellido;Correo\nAda;Lim;Paz;ada@example.org",
      `Ada Lim Paz ${ada}`,
    ],
    ["Italian", "Cognome;Nome;Indirizzo e-mail\nLim;Ada;ada@example.org", `Ada Lim ${ada}`],
    [
      "Dutch, with an infix",
      "Voornaam;Tussenvoegsel;Achternaam;E-mailadres\nAda;van;Lim;ada@example.org",
      `Ada van Lim ${ada}`,
    ],
    ["Polish", "Imię;Nazwisko;Adres e-mail\nAda;Lim;ada@example.org", `Ada Lim ${ada}`],
    ["Portuguese", "Nome;Sobrenome;Endereço de e-mail\nAda;Lim;ada@example.org", `Ada Lim ${ada}`],
    ["Arabic", "الاسم;البريد الإلكتروني\nAda;ada@example.org", `Ada ${ada}`],
    ["of a directory", "givenName,sn,mail,sAMAccountName\nAda,Lim,ada@example.org,alim", `Ada Lim ${ada}`],
    [
      "of an older export of Google",
      "Name,Given Name,Family Name,E-mail 1 - Type,E-mail 1 - Value\nAda Lim,Ada,Lim,* Work,ada@example.org",
      `Ada Lim ${ada}`,
    ],
    [
      "of Google Workspace",
      "First Name [Required],Last Name [Required],Email Address [Required]\nAda,Lim,ada@example.org",
      `Ada Lim ${ada}`,
    ],
    [
      "of Thunderbird",
      "First Name,Last Name,Display Name,Nickname,Primary Email\nAda,Lim,Lim Ada,,ada@example.org",
      `Ada Lim ${ada}`,
    ],
    [
      "of a survey program",
      "RecipientFirstName,RecipientLastName,RecipientEmail\nAda,Lim,ada@example.org",
      `Ada Lim ${ada}`,
    ],
    ["of a form", "Zeitstempel,E-Mail-Adresse,Vor- und Nachname\n1.2.2026,ada@example.org,Ada Lim", `Ada Lim ${ada}`],
    ["that name no column of addresses", "Vorname;Nachname;Kontaktweg\nAda;Lim;ada@example.org", `Ada Lim ${ada}`],
    ["after a hint for spreadsheets", "sep=;\r\nemail;name\r\nada@example.org;Ada", `Ada ${ada}`],
    ["after a quoted hint with a tab", '\ufeff"sep=\t"\nName\tE-Mail\nAda\tada@example.org', `Ada ${ada}`],
    ["above a number of each row", "No.,Name,Email\n1,Ada,ada@example.org", `Ada ${ada}`],
    ["of a database", "id,first_name,last_name,e_mail\n1,Ada,Lim,ada@example.org", `Ada Lim ${ada}`],
    ["with quotes and a comma", '"Nachname, Vorname";"E-Mail:"\n"Lim, Ada";ada@example.org', `Lim, Ada ${ada}`],
  ])("%s are read", (_, text, person) => {
    expect(peopleOf(text)).toEqual([person]);
    expect(unreadOf(text)).toEqual([]);
  });

  test("further down than in the first row are found, and what is above them is left out with a reason", () => {
    const text = "Members 2026\n\nVorname;Nachname;E-Mail\nAda;Lim;ada@example.org";
    expect(peopleOf(text)).toEqual([`Ada Lim ${ada}`]);
    expect(unreadOf(text)).toEqual(["1 Members 2026: aboveHeadings"]);
  });

  test("of unknown columns are asked about, and people who are called like a heading stay people", () => {
    const text = "Wer;Wohin\nAda;ada@example.org\nBo;bo@example.org";
    expect(readList(text)).toMatchObject({ maybeHeadings: "Wer, Wohin" });
    expect(peopleOf(text, { firstRow: "headings" })).toEqual([`Ada ${ada}`, `Bo ${bo}`]);
    expect(peopleOf(text, { firstRow: "person" })).toEqual(["Wer Wohin", `Ada ${ada}`, `Bo ${bo}`]);
    expect(readList("Ada;Member\nBo;Member")).toMatchObject({ maybeHeadings: null, rows: [{ line: 1 }, { line: 2 }] });
    expect(readList("Flat 1\nFlat 2")).toMatchObject({ maybeHeadings: null });
  });

  test("of columns that aren't read are named, and so is a group where there are no groups", () => {
    const text = "First Name,Email,Token,Group\nAda,ada@example.org,abc,Alto\nBo,,,";
    expect(readList(text)).toMatchObject({ unused: ["Token"], rows: [{ group: "Alto" }, {}] });
    expect(readList(text, { hasGroups: false })).toMatchObject({ unused: ["Token", "Group"] });
    expect(readList("Ada;ada@example.org;Alto")).toMatchObject({ unused: [3] });
  });
});

describe("no row is dropped silently", () => {
  test("a row with cells, but none that is read, is left out with its reason; empty lines aren't rows", () => {
    expect(unreadOf("Name,Email,Seat\nAda,ada@example.org,1\n,,7\n,,\n")).toEqual(["3 7: noPerson"]);
  });

  test("a name without an address among addresses is left out, and becomes no part of another person", () => {
    const text = "Ada <ada@example.org>; Bo; Cy <cy@example.org>";
    expect(peopleOf(text)).toEqual([`Ada ${ada}`, `Cy ${cy}`]);
    expect(unreadOf(text)).toEqual(["1 Bo: noAddress"]);
  });

  test.each([
    ["around a part of a cell", '"Bo" Ohm;bo@example.org'],
    ["that is never closed", '"Bo Ohm;bo@example.org'],
    ["within a cell", 'Bo "the Ohm;bo@example.org'],
    ["at the end of a cell", 'Bo Ohm";bo@example.org'],
  ])("a quotation mark %s swallows no other row, with headings or without", (_, row) => {
    const rows = Array.from({ length: 9 }, (_each, index) => `Name ${index};name${index}@example.org`);
    const list = [...rows.slice(0, 4), row, ...rows.slice(4)].join("\n");
    for (const text of [list, `name;email\n${list}`]) {
      const people = peopleOf(text);
      expect(people).toHaveLength(10);
      expect(people.filter((person) => person.includes("bo@example.org"))).toHaveLength(1);
      expect(people).toContain("Name 8 <name8@example.org>");
    }
  });

  test("two quotation marks don't swallow the rows between them", () => {
    const rows = '"Ada;ada@example.org\nBo;bo@example.org\nCy";cy@example.org';
    for (const text of [rows, `name;email\n${rows}`])
      expect(peopleOf(text)).toEqual([`"Ada ${ada}`, `Bo ${bo}`, `Cy" ${cy}`]);
  });

  test("a cell of a well-formed file can have several lines", () => {
    expect(peopleOf('Name;Email\n"Ada\nLim";ada@example.org\nBo;bo@example.org')).toEqual([
      `Ada Lim ${ada}`,
      `Bo ${bo}`,
    ]);
  });

  test("a name with a comma that nothing quotes keeps its address", () => {
    expect(peopleOf("Name,Email\nLim, Ada,ada@example.org\nbo@example.org")).toEqual([`Lim, Ada ${ada}`, bo]);
  });
});

test("two people with one mailbox: the second one's row says the way, unless it is the same person", () => {
  const read = readList("family@example.org,Ada\nFamily@example.org,Bo\nfamily@example.org,ada");
  if (typeof read === "string") throw new Error(read);
  const reasons = (withoutAddress: "code" | "waits" | "listed") =>
    leftOutOf(read, withoutAddress).leftOut.map(({ line, reason }) => [line, reason]);
  expect(reasons("code")).toEqual([
    [
      2,
      "This address is already in an earlier row. List Bo without the address to give them a code instead of a link.",
    ],
    [3, "This address is already in an earlier row."],
  ]);
  expect(reasons("waits")).toEqual(reasons("code"));
  expect(reasons("listed")[0]?.[1]).toMatch(/without the address\.$/);
});

describe("our own files are read back", () => {
  const headings = {
    invitationTexts: ["row", "entry", "reason", "labelColumn", "codeColumn", "linkColumn"],
    listTexts: ["group", "label", "address"],
  } as const;
  const texts = <Name extends keyof typeof headings>(language: OfferedLanguage, name: Name) =>
    readStoredCatalogs(language).get(name) as Record<(typeof headings)[Name][number], string>;

  test.each(offeredLanguages)("rows that were left out, and codes, in %s", (language) => {
    const { row, entry, reason, labelColumn, codeColumn, linkColumn } = texts(language, "invitationTexts");
    const { group, label, address } = texts(language, "listTexts");
    const leftOut = leftOutOf(
      {
        rows: [1, 2].map((line) => ({ line, email: "ada@example.org", label: "Lim, Ada", group: "=Alto" })),
        leftOut: [],
        unused: [],
        maybeHeadings: null,
      },
      "code",
    ).leftOut.map((each) => [String(each.line), each.entry, each.group, each.reason]);
    for (const separator of ["comma", "semicolon"] as const) {
      const rows = `\ufeff${toCsv([[row, entry, group, reason], ...leftOut], separator)}`;
      expect(readList(rows)).toMatchObject({
        rows: [{ line: 2, email: "ada@example.org", label: "Lim, Ada", group: "=Alto" }],
        ...{ leftOut: [], unused: [] },
      });
      const codes = toCsv(
        [
          [labelColumn, codeColumn, linkColumn],
          ["-Flat 1", "ABCD", "https://example.org/i#A"],
        ],
        separator,
      );
      expect(readList(codes)).toMatchObject({ rows: [{ email: "", label: "-Flat 1" }], leftOut: [], unused: [] });
      expect(
        peopleOf(
          toCsv(
            [
              [label, address],
              ["Ada", "ada@example.org"],
            ],
            separator,
          ),
        ),
      ).toEqual([`Ada ${ada}`]);
    }
  });

  test("a saved list", () => {
    for (const separator of ["comma", "semicolon"] as const) {
      const people = [
        ["+ada@example.org", "-Ada; =1", "@Alto"],
        ["", '"Bo", the Ohm', ""],
      ];
      expect(readList(toCsv([["email", "name", "group"], ...people], separator))).toMatchObject({
        rows: [
          { email: "+ada@example.org", label: "-Ada; =1", group: "@Alto" },
          { email: "", label: '"Bo", the Ohm' },
        ],
      });
    }
  });
});
