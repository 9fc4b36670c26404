/**
 * The content of a column. `name` is a whole name, or the part of it that no other column has: "Nom" beside "Prénom".
 * `person` is a name as well, but a row of people can have such a word, too: "Ada;Member". `entry` is a whole row of a
 * list, `own` a column that only our own files have, and `number` the number of a row; these three aren't read.
 */
export type Role =
  | "email"
  | "otherEmail"
  | "full"
  | "name"
  | "person"
  | "given"
  | "middle"
  | "family"
  | "group"
  | "entry"
  | "own"
  | "number";

/**
 * Headings of lists in our languages and of usual programs: mail programs, directories (LDAP, Active Directory, Google
 * Workspace), spreadsheets, survey programs, and our own files. They are compared by `keyOf`, so case, accents, blanks
 * and marks don't matter: "E-Mail-Adresse" is "emailadresse". A further heading only needs a word here.
 */
const words: Record<Role, string> = {
  email: `
    email, emails, e-mail address, email addresses, mail, mail address, email id, user email, contact email, voter email,
    member email, participant email, recipient email, primary email, primary email address, work email, work email address,
    business email, company email, school email, personal email, private email, email 1, email 1 value, email 1 address,
    email address 1, first email, primary smtp address, smtp address, windows email address, rfc822 mailbox, internet address, your email, your email address, your e-mail
    ; de: E-Mail-Adresse, E-Mail-Adressen, Mailadresse, Mailadressen, Mail-Adr, E-Mail-Adr, E-Mail privat, private E-Mail,
    E-Mail geschäftlich, E-Mail dienstlich, E-Mail (Arbeit), primäre E-Mail-Adresse, primäre E-Mail, elektronische Adresse,
    elektronische Post, E-Post, Ihre E-Mail-Adresse, Ihre E-Mail, Kontakt-E-Mail
    ; fr: adresse e-mail, adresses e-mail, adresse email, adresse mail, adresse électronique, adresse courriel, courriel,
    courrier électronique, adresse de messagerie, adresse de courriel, adresse e-mail principale,
    première adresse électronique, votre adresse e-mail, votre e-mail, e-mail principal, adresse électronique principale
    ; es: correo electrónico, correos electrónicos, correo, correo-e, correo e, dirección de correo electrónico,
    dirección de correo, dirección electrónica, dirección de email, dirección de e-mail, dirección email,
    correo principal, correo electrónico principal, dirección de correo principal
    ; it: posta elettronica, indirizzo e-mail, indirizzo email, indirizzo mail, indirizzo di posta elettronica,
    indirizzo posta elettronica, indirizzo elettronico, posta, email principale, indirizzo email principale, email primaria
    ; nl: e-mailadres, e-mailadressen, mailadres, e-mail adres, primair e-mailadres, elektronische post, elektronisch adres
    ; pl: adres e-mail, adres email, adres mail, adres mailowy, adres e-mailowy, adresy e-mail, poczta elektroniczna,
    adres poczty elektronicznej, poczta, poczta e-mail, główny adres e-mail, podstawowy adres e-mail
    ; pt: e-mails, endereço de e-mail, endereço de email, endereço e-mail, endereço eletrônico, endereço electrónico,
    correio eletrônico, correio electrónico, endereço de correio eletrônico, email principal, e-mail principal
    ; ar: البريد الإلكتروني, بريد إلكتروني, عنوان البريد الإلكتروني, البريد, الإيميل, إيميل, عنوان البريد,
    عنوان الإيميل, البريد الإلكتروني الأساسي`,
  otherEmail: `
    email 2, email 3, email 4, email 2 value, email 3 value, email 4 value, email 2 address, email 3 address,
    email address 2, email address 3, secondary email, secondary email address, recovery email, home secondary email,
    work secondary email, alternate email, alternative email, other email, proxy addresses, other mailbox,
    user principal name, upn, address
    ; de: sekundäre E-Mail-Adresse, zweite E-Mail-Adresse, weitere E-Mail-Adresse, E-Mail-Adresse 2
    ; fr: adresse électronique secondaire, adresse e-mail secondaire, adresse de messagerie 2
    ; es: dirección de correo secundaria, correo secundario, dirección de correo electrónico 2
    ; it: email secondaria, indirizzo email secondario, indirizzo posta elettronica 2
    ; nl: secundair e-mailadres, e-mailadres 2 ; pl: dodatkowy adres e-mail, adres e-mail 2
    ; pt: email secundário, e-mail secundário, email adicional ; ar: البريد الإلكتروني الثانوي`,
  full: `
    full name, complete name, display name, common name, cn, first and last name, name and surname, first name last name,
    last name first name, name surname, surname name, name first last, label, contact name, member name, participant name,
    voter name, student name, employee name, user full name, your name, recipient name, respondent name, file as
    ; de: vollständiger Name, voller Name, ganzer Name, Anzeigename, angezeigter Name, Vor- und Nachname,
    Vorname und Nachname, Vor- und Zuname, Vorname Nachname, Nachname Vorname, Name Vorname, Vorname Name, Name und Vorname,
    Nach- und Vorname, Bezeichnung, Ihr Name, Name des Mitglieds
    ; fr: nom complet, nom et prénom, prénom et nom, nom prénom, prénom nom, noms et prénoms, nom affiché, nom à afficher,
    nom d'affichage, libellé, votre nom
    ; es: nombre completo, nombre y apellido, nombre y apellidos, nombres y apellidos, apellidos y nombre,
    apellidos y nombres, apellidos nombre, nombre a mostrar, nombre para mostrar, etiqueta
    ; it: nome completo, nome e cognome, cognome e nome, nome cognome, cognome nome, nominativo, nome visualizzato,
    etichetta
    ; nl: volledige naam, weergavenaam, voor- en achternaam, voornaam en achternaam, voornaam achternaam, label
    ; pl: imię i nazwisko, nazwisko i imię, imię nazwisko, nazwisko imię, imiona i nazwisko, pełne imię i nazwisko,
    pełna nazwa, nazwa wyświetlana, wyświetlana nazwa, etykieta
    ; pt: nome completo, nome e sobrenome, nome e apelido, nome sobrenome, nome de exibição, nome para exibição,
    identificação
    ; ar: الاسم الكامل, الاسم بالكامل, الاسم واللقب, الاسم المعروض, اسم العرض`,
  name: `
    name, names ; de: Namen ; fr: nom, noms ; es: nombre ; it: nome, nomi ; nl: naam, namen ; pl: nazwa ; pt: nome, nomes
    ; ar: الاسم, اسم, الأسماء`,
  person: `
    person, people, member, members, participant, participants, voter, voters, attendee, student, contact
    ; de: Mitglied, Mitglieder, Teilnehmer, Teilnehmerin, Teilnehmende, Person, Personen, Wähler, Kontakt
    ; fr: participant, participante, membre, électeur, personne ; es: participante, miembro, socio, socia, persona, contacto
    ; it: partecipante, socio, membro, persona, contatto ; nl: deelnemer, lid, leden, persoon, contactpersoon
    ; pl: uczestnik, członek, osoba ; pt: membro, sócio, pessoa, contato, eleitor ; ar: المشارك, العضو, الشخص, الناخب`,
  given: `
    first name, given name, given names, forename, forenames, christian name, first, given, fname, recipient first name,
    user first name, preferred name
    ; de: Vorname, Vornamen, Rufname ; fr: prénom, prénoms, prénom usuel
    ; es: nombre de pila, nombres, primer nombre ; it: nome di battesimo, primo nome
    ; nl: voornaam, voornamen, roepnaam ; pl: imię, imiona, pierwsze imię
    ; pt: primeiro nome, prenome, nome próprio, nomes próprios
    ; ar: الاسم الأول, الاسم الشخصي`,
  middle: `
    middle name, middle names, middle, additional name, second name, middle initial, infix
    ; de: zweiter Vorname, weitere Vornamen, Mittelname, Namenszusatz ; fr: deuxième prénom, autres prénoms, particule
    ; es: segundo nombre ; it: secondo nome ; nl: tussenvoegsel, tussenvoegsels, middelste naam, tweede naam, tweede voornaam
    ; pl: drugie imię ; pt: segundo nome, nome do meio, nomes do meio ; ar: الاسم الأوسط, اسم الأب, الاسم الثاني`,
  family: `
    last name, surname, surnames, family name, family, last, lname, sn, recipient last name, user last name
    ; de: Nachname, Nachnamen, Familienname, Zuname ; fr: nom de famille, nom d'usage, nom patronymique, patronyme
    ; es: apellido, apellidos, primer apellido, segundo apellido, apellido paterno, apellido materno, apellido 1, apellido 2
    ; it: cognome, cognomi ; nl: achternaam, achternamen, familienaam ; pl: nazwisko, nazwiska
    ; pt: sobrenome, sobrenomes, apelido, apelidos, último nome, nome de família
    ; ar: اسم العائلة, اللقب, الاسم الأخير, الكنية, النسب, اسم الأسرة, الاسم العائلي`,
  group: `
    group, groups ; de: Gruppe, Gruppen ; fr: groupe, groupes ; es: grupo, grupos ; it: gruppo, gruppi
    ; nl: groep, groepen ; pl: grupa, grupy ; pt: grupo ; ar: المجموعة, مجموعة, المجموعات`,
  entry: `
    entry ; de: Eintrag ; fr: contenu ; es: entrada ; it: contenuto ; nl: inhoud ; pl: wpis ; pt: conteúdo ; ar: المحتوى`,
  own: `
    row, why, code, link ; de: Zeile, Grund ; fr: ligne, motif, lien ; es: fila, motivo, código, enlace ; it: riga, codice
    ; nl: regel, waarom ; pl: wiersz, powód, kod ; pt: linha ; ar: الصف, السبب, الرمز, الرابط`,
  number: `
    no, number, num, n ; de: Nr, Nummer, lfd. Nr., laufende Nummer ; fr: numéro ; es: número ; it: numero ; nl: volgnummer
    ; pl: lp, l.p., numer ; pt: ordem ; ar: رقم, الرقم, م`,
};

/** Letters that no accent makes of others. */
const folded: Record<string, string> = { ł: "l", ø: "o", đ: "d", ß: "ss", ı: "i", æ: "ae", œ: "oe" };

/**
 * The part of a heading that is compared. Text in brackets is a remark: "First Name [Required]", "E-Mail (optional)".
 */
const keyOf = (heading: string): string =>
  heading
    .replaceAll(/\[[^\]]*\]|\([^)]*\)/g, "")
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[łøđßıæœ]/g, (letter) => folded[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

const roles = new Map<string, Role>();
for (const [role, list] of Object.entries(words) as [Role, string][])
  for (const word of list.split(/[,;]/)) {
    const key = keyOf(word.replace(/^\s*[a-z]{2}:/, ""));
    // "Label" is a name in our own files, whatever it is in another language.
    if (key !== "" && !roles.has(key)) roles.set(key, role);
  }

/** Longer than any heading, so that an endless cell doesn't take time. */
const HEADING_MAX = 100;

/** The kind of column that a heading names; undefined if the heading is unknown. */
const roleOf = (heading: string): Role | undefined =>
  heading.length > HEADING_MAX ? undefined : roles.get(keyOf(heading));

/**
 * The columns of a table's people, by their numbers. Of several columns for one value, the first that isn't empty
 * counts.
 */
export interface Columns {
  email: readonly number[];
  full: readonly number[];
  given: readonly number[];
  middle: readonly number[];
  family: readonly number[];
  group: readonly number[];
  entry: readonly number[];
  own: readonly number[];
}

/** The columns that a row of headings names; null if nothing recognizes the row. */
export function columnsOf(cells: readonly string[]): Columns | null {
  const found = cells.map(roleOf);
  const named = cells.filter((cell) => cell.trim() !== "").length;
  const isCertain = found.some(
    (role) => role !== undefined && !["person", "middle", "group", "own", "number"].includes(role),
  );
  const isComplete = named > 1 && found.filter(Boolean).length === named && found.includes("person");
  if (!isCertain && !isComplete) return null;
  const of = (role: Role) => found.flatMap((each, column) => (each === role ? column : []));
  const [name, given, family] = [of("name"), of("given"), of("family")];
  const isFamily = name.length > 0 && given.length > 0 && family.length === 0;
  const isGiven = name.length > 0 && family.length > 0 && given.length === 0;
  return {
    email: [...of("email"), ...of("otherEmail")],
    full: [...of("full"), ...(isFamily || isGiven ? [] : name), ...of("person")],
    given: isGiven ? name : given,
    middle: of("middle"),
    family: isFamily ? name : family,
    group: of("group"),
    entry: of("entry"),
    own: [...of("own"), ...of("number"), ...cells.flatMap((cell, column) => (cell.trim() === "#" ? column : []))],
  };
}
