import type { InputOf } from "@survey-app/contract/http/endpoint.ts";
import type { listSimilarSurveys, SimilarSurvey } from "@survey-app/contract/surveys/similarSurveys.ts";
import type { TranslatedQuestion } from "@survey-app/contract/surveys/translations.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import { type Selectable, sql } from "kysely";
import { listedOnly } from "../../ballots/visible.sql.ts";
import type { Database } from "../../database/database.ts";
import { normalizeText } from "../../database/foldText.ts";
import { encodeWords } from "../../database/searchText.ts";
import type { SurveyRow } from "../../database/tables.ts";
import { readLanguages } from "../fields.ts";
import { chooseSearchPlan, countFiltered, hasFormerTexts, SCANNED_MAX } from "./searchSurveys.sql.ts";
import { isSimilar, SHARED_MIN, significantWords } from "./similarTitles.ts";

/** The words of a title that are looked up, the longest ones: they are the rarest. */
const WORDS_MAX = 6;
/** The words for which the text index is tried before the newest surveys are scanned. */
const INDEX_TRIES = 2;
/** The surveys with most words in common, whose titles are compared. */
const COMPARED_MAX = 50;
/** The similar surveys that are shown. */
const SHOWN_MAX = 3;

/**
 * Finds open surveys whose title asks nearly the same as `title`, newest first. Of many surveys it compares those that
 * the text index finds by a rare word, or else the newest ones, so the cost is bounded for every title.
 * @param language that of the title: only questions in the same language are compared, translations included; without
 *   it all
 * @param exclude the id of a survey that is not compared: the one that is being edited
 */
export async function findSimilar(
  database: Database,
  { title, exclude, ...query }: InputOf<typeof listSimilarSurveys>["query"],
): Promise<SimilarSurvey[]> {
  const language = query.language ?? null;
  const words = significantWords(title, language);
  if (words.length < SHARED_MIN) return [];
  const now = Date.now();
  // While texts of version 1.0 wait to be folded, they have the words in its form, and the index can't search for both
  // forms.
  const hasFormer = await hasFormerTexts(database);
  const forms = hasFormer ? [words, significantWords(title, language, normalizeText)] : [words];
  const terms = [...new Set(forms.flatMap((form) => form.slice(0, WORDS_MAX)))].map(encodeWords);
  const ids = hasFormer ? null : await findByRareWord(database, terms, now);
  const { db, dialect } = database;
  // Without the deadline, by which the database would choose an index and then sort all open surveys.
  const chosen = ids
    ? dialect.isOneOf(sql.ref("survey_id"), ids)
    : sql`${listedOnly(now, "survey_listings")} order by survey_id desc limit ${SCANNED_MAX}`;
  const candidates = sql`select survey_id, search_text, deadline from survey_listings where ${chosen}`;
  const found = terms.map((term) => sql`case when ${dialect.contains(sql.ref("search_text"), term)} then 1 else 0 end`);
  const { rows } = await sql<SimilarSurvey & Pick<Selectable<SurveyRow>, "language" | "translations">>`
    select surveys.id as _id, surveys.title as "Title", surveys.language, surveys.translations
    from (
      select survey_id, hits from (
        select survey_id, ${sql.join(found, sql` + `)} as hits from (${candidates}) as candidate
        where deadline > ${now}
      ) as counted
      where hits >= ${SHARED_MIN} and survey_id <> ${exclude ?? ""}
      order by hits desc, survey_id desc limit ${COMPARED_MAX}
    ) as compared join surveys on surveys.id = compared.survey_id
    order by surveys.id desc`.execute(db);
  return rows
    .flatMap(({ _id, ...row }) => {
      const asked = questionIn({ Title: row.Title, ...readLanguages(row) }, language);
      return asked && isSimilar(words, significantWords(asked.Title, language)) ? [{ _id, ...asked }] : [];
    })
    .slice(0, SHOWN_MAX);
}

/**
 * A question's title in a language, or as it was asked if its language is unknown; null if it isn't translated into
 * that language.
 */
function questionIn(
  { Title, language: original, translations }: Omit<TranslatedQuestion, "Description" | "imageAlt">,
  language: Language | null,
): Omit<SimilarSurvey, "_id"> | null {
  if (language === null || original === null || original === language) return { Title, language: original };
  const found = translations.find((each) => each.language === language);
  return found ? { Title: found.Title, language } : null;
}

/** The newest open surveys with one of the longest words, if the index finds few by it; null if it finds too many. */
async function findByRareWord(database: Database, terms: readonly string[], now: number): Promise<string[] | null> {
  const filter = { publicAt: now, category: undefined, votingState: { isOpen: true, at: now } };
  const stored = await countFiltered(database, filter);
  for (const term of terms.slice(0, INDEX_TRIES)) {
    const query = { ...filter, term, formerTerm: null, by: "deadline", direction: "desc" } as const;
    const search = await chooseSearchPlan(database, query, stored);
    if (search.plan === "textIndex") return search.ids;
  }
  return null;
}
